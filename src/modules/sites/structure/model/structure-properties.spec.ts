import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PublishedSite, splitSitePath } from '../../published/published-site.js';
import { withDefaults } from '../../published/visible-site.js';
import { SiteStructure } from './site-structure.js';
import { apply, problemsOf, step } from './structure.fixture.js';

const empty = (): SiteStructure =>
  new SiteStructure('o', 's', { spaces: [], sections: [], groups: [], links: [] }, new Set());

describe('a site structure after any edits', () => {
  it('has one default, distinct paths and an order on each level, and no loose items', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const structure = empty();
        steps.forEach((one, n) => {
          const before = new Set(structure.items.spaces.map(({ spaceId }) => spaceId));
          apply(structure, `n${n}`, `s${n}`, one);
          expect(problemsOf(structure)).toEqual([]);
          if (one.action.startsWith('remove')) return;
          const left = new Set(structure.items.spaces.map(({ spaceId }) => spaceId));
          expect([...before].filter((id) => !left.has(id))).toEqual([]);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('has an address for every space that leads to it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const structure = empty();
        steps.forEach((one, n) => apply(structure, `n${n}`, `s${n}`, one));
        const site = published(structure);
        for (const { siteSpaceId, urlPath } of site.spaces) {
          const found = splitSitePath(site, `${urlPath}a/page`);
          expect([found?.space.siteSpaceId, found?.rest]).toEqual([siteSpaceId, 'a/page']);
        }
        expect(new Set(site.spaces.map(({ urlPath }) => urlPath)).size).toBe(site.spaces.length);
      }),
      { numRuns: 300 },
    );
  });
});

/** The site as its readers get it, as far as addresses matter. */
function published(structure: SiteStructure): PublishedSite {
  const sections = structure.sectionsInOrder();
  const spaces = structure.liveSpaces().map(({ id, sectionId, path, isDefault }) => ({
    ...{ siteSpaceId: id, spaceId: id, title: id, emoji: '', language: null, path, isDefault },
    ...{ condition: null, overrides: null, snapshot: '', revisionId: '' },
    section: sections.find((section) => section.id === sectionId) ?? null,
  }));
  return withDefaults({ sections, navigation: [] }, spaces) as PublishedSite;
}
