import { beforeEach, describe, expect, it } from 'vitest';
import { BatchNames } from './batch-names.js';

describe('BatchNames', () => {
  let names: BatchNames;
  beforeEach(() => {
    names = new BatchNames();
    names.add('start', 'page', 'p1', 'changes[0]');
    names.add('logo', 'file', 'f1', 'changes[1].files[0]');
    names.add(undefined, 'page', 'p2', 'changes[2]');
  });

  it.each([
    [
      { kind: 'url', url: 'ref:start' },
      { kind: 'page', page: 'p1' },
    ],
    [
      { kind: 'url', url: 'ref:start#top' },
      { kind: 'anchor', page: 'p1', anchor: 'top' },
    ],
    [
      { kind: 'url', url: 'ref:logo' },
      { kind: 'file', file: 'f1' },
    ],
    [
      { kind: 'page', page: 'ref:start' },
      { kind: 'page', page: 'p1' },
    ],
    [
      { kind: 'anchor', page: 'ref:start', anchor: 'a' },
      { kind: 'anchor', page: 'p1', anchor: 'a' },
    ],
    [
      { kind: 'file', file: 'ref:logo' },
      { kind: 'file', file: 'f1' },
    ],
  ] as const)('replaces %o', (ref, expected) => {
    expect(names.resolve(ref, 'at')).toEqual(expected);
  });

  it.each([
    { kind: 'url', url: 'https://example.com' },
    { kind: 'page', page: 'p9' },
    { kind: 'anchor', anchor: 'a' },
    { kind: 'user', user: 'ref:start' },
  ] as const)('keeps %o', (ref) => {
    expect(names.resolve(ref, 'at')).toBe(ref);
  });

  it('refuses a name that is unknown, of the wrong kind, or used twice', () => {
    expect(() => names.resolve({ kind: 'url', url: 'ref:nope' }, 'changes[3].document')).toThrow(
      /changes\[3\]\.document.*"nope"/,
    );
    expect(() => names.pageId('ref:logo', 'changes[3].into')).toThrow(/changes\[3\]\.into.*file/);
    expect(() => names.add('logo', 'page', 'p3', 'changes[4]')).toThrow(/changes\[4\]\.ref.*twice/);
    expect(names.pageId('p7', 'at')).toBe('p7');
  });
});
