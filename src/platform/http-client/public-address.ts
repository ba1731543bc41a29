import { BlockList, isIP } from 'node:net';

/**
 * Everything that is not the public internet: this host, private and link-local networks, addresses of carriers,
 * documentation, multicast, and the IPv6 ranges that stand for IPv4 ones (translated or tunnelled), which could smuggle
 * any of those in.
 */
const NOT_PUBLIC_4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** The only range of IPv6 that is handed out to the public. */
const PUBLIC_6: [string, number][] = [['2000::', 3]];
const NOT_PUBLIC_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** IPv6 addresses that stand for IPv4 ones behind a translator (RFC 6052, RFC 8215), and the old way to write those. */
const TRANSLATED_6: [string, number][] = [
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['::', 96],
];

/** All address ranges that are not public, as networks, for clients that open connections themselves. */
export const NOT_PUBLIC_NETWORKS = [...NOT_PUBLIC_4, ...NOT_PUBLIC_6, ...TRANSLATED_6].map(
  ([net, prefix]) => `${net}/${prefix}`,
);

const refused = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_4) refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_6) refused.addSubnet(net, prefix, 'ipv6');
const allowed6 = new BlockList();
for (const [net, prefix] of PUBLIC_6) allowed6.addSubnet(net, prefix, 'ipv6');

/** True when an IP address belongs to the public internet; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, 'ipv4');
  if (version === 6) return allowed6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
  return false;
}
