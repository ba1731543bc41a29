import { describe, expect, it } from 'vitest';
import type { PublishedSite } from '#modules/sites/index.js';
import { readSitePath, splitPreview } from './site-path.js';

const guides = { id: 's1', path: 'guides', isDefault: true };
const api = { id: 's2', path: 'api', isDefault: false };
const space = (siteSpaceId: string, path: string, isDefault: boolean, section: object | null) => ({
  siteSpaceId,
  path,
  isDefault,
  section,
});

const plain = { sections: [], spaces: [space('one', 'one', true, null)] } as unknown as PublishedSite;
const variants = {
  sections: [],
  spaces: [space('new', 'new', true, null), space('old', 'old', false, null)],
} as unknown as PublishedSite;
const sections = {
  sections: [guides, api],
  spaces: [space('g', 'g', true, guides), space('a', 'api', true, api), space('a1', '1.0', false, api)],
} as unknown as PublishedSite;

describe('the path of a site', () => {
  it.each([
    [plain, '', ['one', '', '', true]],
    [plain, 'a/b', ['one', '', 'a/b', true]],
    [variants, '', ['new', '', '', false]],
    [variants, 'page', ['new', '', 'page', true]],
    [variants, 'old', ['old', 'old/', '', true]],
    [variants, 'old/page/', ['old', 'old/', 'page', true]],
    [variants, 'v/old/page', ['old', 'v/old/', 'page', true]],
    [variants, 'v/nothing', ['new', '', 'v/nothing', true]],
    [sections, '', ['g', '', '', false]],
    [sections, 'page', ['g', '', 'page', true]],
    [sections, 'api', ['a', 'api/', '', false]],
    [sections, 'api/page', ['a', 'api/', 'page', true]],
    [sections, 'api/1.0', ['a1', 'api/1.0/', '', true]],
    [sections, 'api/v/1.0/x', ['a1', 'api/v/1.0/', 'x', true]],
  ])('leads into a space (case %#)', (site, path, expected) => {
    const found = readSitePath(site, path);
    expect([found?.space.siteSpaceId, found?.prefix, found?.page, found?.isComplete]).toEqual(expected);
  });

  it('leads nowhere on a site without spaces', () => {
    expect(readSitePath({ ...plain, spaces: [] }, 'page')).toBeNull();
  });

  it.each([
    ['page', null, 'page', ''],
    ['~/changes/12', { kind: 'changes', id: '12' }, '', ''],
    ['api/~/revisions/r%20x/a/b', { kind: 'revisions', id: 'r x' }, 'api/', 'a/b'],
    ['~/other/1', null, '~/other/1', ''],
    ['a~/changes/1', null, 'a~/changes/1', ''],
  ])('is split at a preview: %s', (path, preview, before, after) => {
    expect(splitPreview(path)).toEqual({ preview, before, after });
  });
});
