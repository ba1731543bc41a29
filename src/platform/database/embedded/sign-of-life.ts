import { connect, createServer, type Server } from 'node:net';
import { rm } from 'node:fs/promises';
import { fitsSocketName } from './settings.js';

/**
 * A socket that somebody listens on for as long as a process lives, however that process ends. Unlike a process id it can be
 * checked from another container on the same volume.
 */
export class LivenessSocket {
  private constructor(
    private readonly path: string,
    private readonly server: Server,
  ) {}

  /** Begins to listen; nothing where the path is too long or the disk carries no sockets. */
  static give(path: string): Promise<LivenessSocket | undefined> {
    if (process.platform === 'win32' || !fitsSocketName(path)) return Promise.resolve(undefined);
    return new Promise((answer) => {
      const server = createServer((connection) => connection.destroy()).unref();
      server.once('error', () => answer(undefined));
      server.listen(path, () => answer(new LivenessSocket(path, server)));
    });
  }

  /** True when a process listens there. */
  static isSeen(path: string): Promise<boolean> {
    return new Promise((answer) => {
      const connection = connect(path);
      connection.once('error', () => answer(false));
      connection.once('connect', () => {
        connection.destroy();
        answer(true);
      });
    });
  }

  async end(): Promise<void> {
    await new Promise((done) => this.server.close(done));
    await rm(this.path, { force: true });
  }
}
