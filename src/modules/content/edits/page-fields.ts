import { withoutUndefined } from '#platform/without-undefined.js';
import { InvalidEdit } from '../content.errors.js';
import type { Page } from '../content.types.js';
import type { NewPage, PageChanges } from '../edit.types.js';
import { slugOf } from '../tree/slugs.js';

/** A new page before its slug is made unique. */
export function newPage(id: string, fields: NewPage, document: string | null, now: Date): Page {
  const time = now.toISOString();
  const page: Page = {
    ...fields,
    id,
    slug: slugOf(fields.slug ?? fields.title),
    document,
    createdAt: time,
    updatedAt: time,
  };
  return checked(withoutEmpty(page));
}

/** The page with changes: null removes an optional field, a slug of null is made from the title again. */
export function changedPage(before: Page, changes: PageChanges): Page {
  const page = withoutEmpty({ ...before, ...withoutUndefined(changes) } as Page);
  if (changes.slug === null) page.slug = slugOf(page.title);
  else if (changes.slug !== undefined) page.slug = slugOf(changes.slug);
  return checked(page);
}

function checked(page: Page): Page {
  if (typeof page.title !== 'string' || page.title.trim() === '') {
    throw new InvalidEdit('title: a page needs a title that is not empty.');
  }
  if (page.type === 'link' && page.target === undefined)
    throw new InvalidEdit('target: a link needs a target.');
  return page;
}

/** A field that is null or undefined is not stored; only the document may be null. */
function withoutEmpty(page: Page): Page {
  const fields = Object.entries(page).filter(([name, value]) => name === 'document' || value != null);
  return Object.fromEntries(fields) as unknown as Page;
}
