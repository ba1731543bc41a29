import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { FetchFailed, type GuardedFetch } from '#platform/http-client/guarded-fetch.js';

const CONNECT_MS = 15_000;
const VERSION = 5;
const BY_PASSWORD = 2;
const NONE_FITS = 0xff;
const ANSWERS = { done: 0, refused: 2, unreachable: 4, unknownCommand: 7 };

/**
 * The way by which Git's program reaches others: a proxy (SOCKS 5, RFC 1928) on this machine that connects to where connections may go, and
 * nowhere else. It resolves names itself, so what was checked is what is connected to, after redirects too.
 */
export class SocksProxy {
  /** The last address that could not be had. */
  failure: FetchFailed | undefined;
  private readonly password = randomBytes(16).toString('hex');
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly http: GuardedFetch,
    private readonly server: Server,
  ) {}

  static async start(http: GuardedFetch): Promise<SocksProxy> {
    const server = createServer();
    const proxy = new SocksProxy(http, server);
    server.on('connection', (socket) => void proxy.serve(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** As curl writes it, with a password: others on the machine have no use of it. */
  get url(): string {
    return `socks5h://bindery:${this.password}@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async serve(client: Socket): Promise<void> {
    this.keep(client);
    try {
      const input = new Input(client);
      await this.welcome(client, input);
      const target = await readTarget(input);
      if (!target) return void client.end(answer(ANSWERS.unknownCommand));
      const server = await this.http.connect(target.host, target.port, { timeoutMs: CONNECT_MS });
      this.keep(server);
      client.write(answer(ANSWERS.done));
      input.pipe(server);
      server.pipe(client);
    } catch (error) {
      if (!(error instanceof FetchFailed)) return void client.destroy();
      this.failure = error;
      client.end(answer(error.reason === 'address' ? ANSWERS.refused : ANSWERS.unreachable));
    }
  }

  private async welcome(client: Socket, input: Input): Promise<void> {
    const [version, count = 0] = await input.read(2);
    const methods = await input.read(count);
    if (version !== VERSION || !methods.includes(BY_PASSWORD)) {
      client.end(Buffer.from([VERSION, NONE_FITS]));
      throw new Error('Not a client of ours.');
    }
    client.write(Buffer.from([VERSION, BY_PASSWORD]));
    const [, userLength = 0] = await input.read(2);
    await input.read(userLength);
    const [length = 0] = await input.read(1);
    const given = await input.read(length);
    const wanted = Buffer.from(this.password);
    const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
    client.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) throw new Error('Not a client of ours.');
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }
}

async function readTarget(input: Input): Promise<{ host: string; port: number } | undefined> {
  const [version, command, , kind] = await input.read(4);
  if (version !== VERSION || command !== 1) return undefined;
  let host: string;
  if (kind === 1) host = [...(await input.read(4))].join('.');
  else if (kind === 3) host = (await input.read((await input.read(1)).readUInt8())).toString('latin1');
  else if (kind === 4) host = (await input.read(16)).toString('hex').match(/.{4}/g)!.join(':');
  else return undefined;
  const bare = host.replace(/^\[|\]$/g, '');
  return { host: isIPv6(bare) ? bare : host, port: (await input.read(2)).readUInt16BE() };
}

function answer(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** Reads so many bytes of a connection, then passes on the rest. */
class Input {
  private waiting: Buffer = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {}

  async read(count: number): Promise<Buffer> {
    while (this.waiting.length < count) {
      const chunk = (this.socket.read() as Buffer | null) ?? Buffer.alloc(0);
      this.waiting = Buffer.concat([this.waiting, chunk]);
      if (chunk.length > 0) continue;
      if (this.socket.readableEnded || this.socket.destroyed) throw new Error('The client has gone.');
      await Promise.race([once(this.socket, 'readable'), once(this.socket, 'close')]);
    }
    const [taken, rest] = [this.waiting.subarray(0, count), this.waiting.subarray(count)];
    this.waiting = rest;
    return taken;
  }

  pipe(target: Socket): void {
    if (this.waiting.length > 0) target.write(this.waiting);
    this.socket.pipe(target);
    this.socket.on('close', () => target.destroy());
    target.on('close', () => this.socket.destroy());
  }
}
