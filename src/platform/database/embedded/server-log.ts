import { constants } from 'node:fs';
import { copyFile, open, stat, truncate, type FileHandle } from 'node:fs/promises';

const SIZE_LIMIT = 10 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;
const TAIL_BYTES = 16 * 1024;

/**
 * The file that takes the server's standard error. A file rather than a pipe, because a server that outlives us must still
 * be able to write. At 10 MB it is moved to `<name>.1` and begun anew.
 */
export class ServerLog {
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly path: string) {
    this.timer = setInterval(() => void this.rotate().catch(() => undefined), CHECK_EVERY_MS).unref();
  }

  /** Opens the file for one server process, which appends; `startedAt` is where its messages begin. */
  async open(): Promise<{ file: FileHandle; startedAt: number }> {
    await this.rotate();
    const file = await open(this.path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
    return { file, startedAt: (await file.stat()).size };
  }

  /** The most telling line since a position: the first fatal one, or else the last. */
  async reasonSince(position: number): Promise<string> {
    const file = await open(this.path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, position);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean);
      const fatal = lines.find((line) => /(FATAL|PANIC):/.test(line) && !line.includes('starting up'));
      return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|LOG):\s*/, '');
    } finally {
      await file.close();
    }
  }

  /** Copies and empties instead of renaming: the server keeps the open file and goes on appending to it. */
  async rotate(): Promise<void> {
    const size = await stat(this.path).then(
      (found) => found.size,
      () => 0,
    );
    if (size < SIZE_LIMIT) return;
    await copyFile(this.path, `${this.path}.1`);
    await truncate(this.path, 0);
  }

  close(): void {
    clearInterval(this.timer);
  }
}
