import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import proxyAddr from 'proxy-addr';
import { Config } from '../config/env.js';

/** An IPv4 address as servers that listen on IPv6 see it (RFC 4291, 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Client addresses of requests. Proxies name the client in `X-Forwarded-For`, and so can everybody: only entries added
 * by trusted proxies (TRUST_PROXY) count.
 */
@Injectable()
export class ClientAddress {
  private static readonly names = new WeakMap<Socket, string>();
  private readonly isTrusted: (address: string, hop: number) => boolean;

  /** Says who is at the other end of a connection that comes over no network. */
  static nameConnection(connection: Socket, name: string): void {
    ClientAddress.names.set(connection, name);
  }

  constructor({ trustProxy }: Config) {
    this.isTrusted =
      typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : proxyAddr.compile([...trustProxy]);
  }

  /** Network address of who asked, or the name of a connection that has none; undefined once the connection is gone. */
  of(request: IncomingMessage): string | undefined {
    const name = ClientAddress.names.get(request.socket);
    if (name !== undefined) return name;
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return undefined;
    const named = proxyAddr(request, this.isTrusted);
    return (isIP(named) ? named : remoteAddress).replace(MAPPED, '');
  }
}

/** A customer has at least a whole /64 of IPv6, so that single addresses of it mean nothing. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}
