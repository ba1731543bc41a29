import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostnameFromTitle, requireValidHostname } from './hostname.js';

describe('hostnameFromTitle', () => {
  it.each([
    ['Acme Corp.', 'acme-corp'],
    ['Électricité & Gaz', 'electricite-gaz'],
    ['AB', 'org-ab'],
    ['日本', 'org'],
    ['Docs', 'org-docs'],
    ['a'.repeat(60), 'a'.repeat(28)],
  ])('%s becomes %s', (title, hostname) => expect(hostnameFromTitle(title)).toBe(hostname));

  it('gives a valid hostname for every title, with and without a suffix', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2, maxLength: 255, unit: 'grapheme' }), (title) => {
        expect(() => requireValidHostname(hostnameFromTitle(title))).not.toThrow();
        expect(() => requireValidHostname(hostnameFromTitle(title, 'x1y2z3'))).not.toThrow();
      }),
    );
  });
});

describe('requireValidHostname', () => {
  it.each(['ab', '-abc', 'abc-', 'Abc', 'a b c', 'a.b.c', 'a'.repeat(33), 'www', 'api', 'sites'])(
    'refuses %s',
    (name) => expect(() => requireValidHostname(name)).toThrow('hostname'),
  );

  it.each(['abc', 'a-1', '123', 'a'.repeat(32)])('accepts %s', (name) =>
    expect(() => requireValidHostname(name)).not.toThrow(),
  );
});
