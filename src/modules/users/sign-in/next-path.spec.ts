import { expect, it } from 'vitest';
import { locationOfNext, nextPath } from './next-path.js';

it.each([
  ['s/x?y=1', '/app/s/x?y=1'],
  ['', '/app'],
  [null, '/app'],
  ['//evil.example/x', '/app/evil.example/x'],
  ['/\\evil.example', '/app/evil.example'],
  ['\t//evil.example', '/app/evil.example'],
  ['../../v1/', '/app'],
  ['..//evil.example', '/app'],
  ['%2e%2e/sites', '/app'],
  ['x/../..//evil.example', '/app'],
  ['https://evil.example', '/app'],
  ['javascript:alert(1)', '/app'],
  ['.//evil.example', '/app/evil.example'],
  ['a/b\r\nSet-Cookie: x', '/app/a/bSet-Cookie:%20x'],
  ['x'.repeat(2001), '/app'],
])('the next path %j leads to %s', (next, location) => {
  expect(locationOfNext('', next)).toBe(location);
  expect(locationOfNext('', nextPath(next))).toBe(location);
  expect(locationOfNext('/docs', next)).toBe(`/docs${location}`);
});
