import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeCertificates, endsSoon, parseCertificates } from './certificates.js';

const read = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/saml/${name}.crt`, import.meta.url), 'utf8');
const DAY_MS = 24 * 3_600_000;
const begin = new Date('2030-01-01T00:00:00Z');
const both = parseCertificates(`${read('provider')}\r\n${read('other')}${read('provider')}`, begin);
const [first, second] = describeCertificates(both, begin);
const end = new Date(Math.max(first?.validUntil.getTime() ?? 0, second?.validUntil.getTime() ?? 0));
const before = (days: number) => new Date(end.getTime() - days * DAY_MS);

it('the certificates of a provider are kept once each, in their order', () => {
  expect([first, second].map((facts) => facts?.subject)).toEqual(['CN=provider.example', 'CN=other.example']);
  expect(describeCertificates(both, begin)).toHaveLength(2);
  expect(parseCertificates(both, begin)).toBe(both);
});

it.each([
  [31, 'valid', null],
  [29, 'expiring', end],
  [-1, 'expired', end],
])('the certificates are, %i days before their end, %s', (days, status, soon) => {
  expect(describeCertificates(both, before(days)).map((facts) => facts.status)).toEqual([status, status]);
  expect(endsSoon(both, before(days))).toEqual(soon);
});

it('the certificates of a provider are refused when they have expired', () => {
  expect(() => parseCertificates(both, before(-1))).toThrow(/certificate: it ended at 21/);
});
