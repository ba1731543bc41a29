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
    ['nobody is believed unless told', undefined, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['one proxy', '1', '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['what the client claims before the proxy', '1', '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['two proxies', '2', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['a trusted network', '10.0.0.0/8', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['another network', 'loopback, 10.0.0.0/8', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['IPv4 seen by a server on IPv6', undefined, '::ffff:10.0.0.1', undefined, '10.0.0.1'],
    ['what is no address', '1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a connection that is gone', '1', undefined, '1.1.1.1', undefined],
  ])('%s', (_, trust, peer, forwarded, expected) => {
    expect(addressOf(trust, peer, forwarded)).toBe(expected);
  });

  it('says what TRUST_PROXY may be', () => {
    expect(() => readConfig({ TRUST_PROXY: 'my-proxy' })).toThrow(ConfigError);
    expect(() => readConfig({ TRUST_PROXY: 'my-proxy' })).toThrow(/TRUST_PROXY is "my-proxy"/);
  });
});
