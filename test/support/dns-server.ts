import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** Address in the form of resolvers: `127.0.0.1:<port>`. */
  address: string;
  /** Values of TXT records by name; names that are missing do not exist. */
  records: Map<string, string[]>;
  /** True to answer each query with a server failure. */
  isBroken: boolean;
  close(): Promise<void>;
}

const TXT = 16;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

/** A name server on this machine that knows TXT records only. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: DnsServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records: new Map(),
    isBroken: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (message, { port, address }) => {
    const { name, question } = readQuestion(message);
    const values = server.records.get(name);
    const code = server.isBroken ? SERVER_FAILURE : values ? 0 : NO_SUCH_NAME;
    socket.send(answer(message, question, code, code === 0 ? (values ?? []) : []), port, address);
  });
  return server;
}

function readQuestion(message: Buffer): { name: string; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), question: message.subarray(12, at + 5) };
}

function answer(query: Buffer, question: Buffer, code: number, values: string[]): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const records = values.map((value) => {
    const text = Buffer.from(value);
    const record = Buffer.alloc(13);
    // The name of the question, by its place in the message.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(TXT, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(text.length + 1, 10);
    record.writeUInt8(text.length, 12);
    return Buffer.concat([record, text]);
  });
  return Buffer.concat([header, question, ...records]);
}
