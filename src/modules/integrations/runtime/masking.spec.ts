import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logsToKeep, withoutSecrets } from './masking.js';

const SECRET = 'p@ss w0rd/+"é';

describe('withoutSecrets', () => {
  it.each<[string, string]>([
    ['as it is', SECRET],
    ['in an address', `https://a.example/?key=${encodeURIComponent(SECRET)}`],
    ['in a form', new URLSearchParams({ key: SECRET }).toString()],
    ['in JSON', JSON.stringify({ key: SECRET })],
    ['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 for addresses', Buffer.from(SECRET).toString('base64url')],
    ['as the password of somebody', `Basic ${Buffer.from(`somebody:${SECRET}`).toString('base64')}`],
  ])('masks a secret %s', (_, text) => {
    const masked = withoutSecrets(text, [SECRET]);
    expect(masked).toContain('***');
    for (const part of ['w0rd', Buffer.from('w0rd').toString('hex')]) expect(masked).not.toContain(part);
    for (const word of masked.split(/[^\w+/-]+/))
      expect(Buffer.from(word, 'base64').toString()).not.toContain('w0rd');
  });

  it('masks a secret within base64, whatever stands around it', () => {
    const word = fc.string({ minLength: 6, maxLength: 30 });
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (secret, before, after) => {
        const masked = withoutSecrets(Buffer.from(before + secret + after).toString('base64'), [secret]);
        expect(masked).toContain('***');
      }),
    );
  });

  it('leaves short words and other texts, and masks the longest secret first', () => {
    expect(withoutSecrets('abc abcdef', ['abc', 'abcdef', 'abcd'])).toBe('abc ***');
    expect(withoutSecrets('eyJhbGciOiJI.eyJpZCI6IjEy.c2lnbmF0dXJl', [])).toBe('***');
  });
});

describe('logsToKeep', () => {
  it('keeps the first lines of a long log', () => {
    const line = { level: 'info' as const, message: 'x'.repeat(30_000), timestamp: '2026-01-01T00:00:00Z' };
    const kept = logsToKeep([line, line, line, line], []);
    expect(kept.map(({ message }) => message.length > 100)).toEqual([true, true, false]);
    expect(kept[2]?.message).toBe('2 more lines were not kept.');
  });
});
