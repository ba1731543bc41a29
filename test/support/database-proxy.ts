import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '../../src/platform/database/data-source.js';

/** Stands between an application and its database, and breaks what goes through it. */
export interface DatabaseProxy {
  connection: DatabaseConnection;
  /** Breaks all connections; new ones are possible at once. */
  cut(): void;
  /** Breaks all connections, and each new one, until `open`. */
  close(): void;
  open(): void;
  /** Takes everything and hands on nothing, until `open`: a network that is cut. */
  silence(): void;
  stop(): Promise<void>;
}

interface Place extends DatabaseConnection {
  username?: string;
}

/** @param place options of a data source: a URL, or the folder of a socket. */
export async function startDatabaseProxy(place: Place): Promise<DatabaseProxy> {
  const url = place.url === undefined ? undefined : new URL(place.url);
  const host = url?.hostname ?? place.host ?? 'localhost';
  const port = Number(url?.port || (place.port ?? 5432));
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'closed' | 'silent' = 'open';

  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (state === 'closed') return void client.destroy();
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      pair.forEach((socket) => socket.destroy());
    };
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('data', (bytes) => void (state !== 'silent' && to.write(bytes)));
      from.on('error', end).on('close', end);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;

  const cut = (): void =>
    [...pairs].forEach(([client, upstream]) => [client, upstream].forEach((s) => s.destroy()));
  return {
    connection: url
      ? { url: Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href }
      : {
          host: '127.0.0.1',
          port: own,
          user: place.user ?? place.username,
          password: place.password,
          database: place.database,
        },
    cut,
    close: () => {
      state = 'closed';
      cut();
    },
    open: () => {
      if (state === 'silent') cut();
      state = 'open';
    },
    silence: () => void (state = 'silent'),
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
