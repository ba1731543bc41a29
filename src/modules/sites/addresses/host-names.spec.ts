import { describe, expect, it } from 'vitest';
import { couldBeCustomHostname, isOwnName, nameOf } from './host-names.js';

describe('the name in a Host header', () => {
  it.each([
    ['Docs.Example.com', 'docs.example.com'],
    ['docs.example.com:8443', 'docs.example.com'],
    ['docs.example.com.', 'docs.example.com'],
    ['docs.example.com.:80', 'docs.example.com'],
    ['bindery', 'bindery'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
  ])('is read from %s as %s', (host, name) => expect(nameOf(host)).toBe(name));

  it.each([
    undefined,
    '',
    'a..b',
    '-a.b',
    'a b.c',
    'a/b',
    'user@host',
    '[::1',
    '[x]',
    'ü.de',
    `${'a.'.repeat(130)}b`,
  ])('is refused in %s', (host) => expect(nameOf(host)).toBeNull());

  it.each(['127.0.0.1', '[::1]', 'localhost', 'acme.localhost', 'bindery'])(
    'the name %s is one of the server',
    (name) => {
      expect(isOwnName(name)).toBe(true);
      expect(couldBeCustomHostname(name)).toBe(false);
    },
  );

  it.each([
    ['docs.example.com', true],
    ['a.b.example.co', true],
    ['example.com', false],
    ['10.0.0.127', false],
    ['docs_.example.com', false],
  ])('the name %s can be that of a site: %s', (name, can) => expect(couldBeCustomHostname(name)).toBe(can));
});
