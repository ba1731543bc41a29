import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config/env.js';
import { ClientAddress } from './client-address.js';

/** The client address of a request that a socket at `peer` sent. */
function addressOf(
  trust: string | undefined,
  peer: string | undefined,
  forwarded?: string,
): string | undefined {
  const clients = new ClientAddress(readConfig({ TRUST_PROXY: trust }));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clients.of({ headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage);
}

describe('the address of a client', () => {
  it.each([
    ['a proxy that is not trusted', undefined, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['one proxy', '1', '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['a claim of the client before the proxy', '1', '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['two proxies', '2', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['a trusted network', '10.0.0.0/8', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['another network', 'loopback, 10.0.0.0/8', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['an IPv4 client on a server of IPv6', undefined, '::ffff:10.0.0.1', undefined, '10.0.0.1'],
    ['a text that is no address', '1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a closed connection', '1', undefined, '1.1.1.1', undefined],
  ])('is found for %s', (_, trust, peer, forwarded, expected) => {
    expect(addressOf(trust, peer, forwarded)).toBe(expected);
  });

  it('needs a valid TRUST_PROXY', () => {
    expect(() => readConfig({ TRUST_PROXY: 'my-proxy' })).toThrow(ConfigError);
    expect(() => readConfig({ TRUST_PROXY: 'my-proxy' })).toThrow(/TRUST_PROXY is "my-proxy"/);
  });
});
