import { type ContentSide, ownReferences } from './content-side.js';
import type { Parameters } from './parameters.js';

/**
 * Common table expressions with the pages (`<name>_pages`) and the files, reusable contents and tags (`<name>_entries`) of
 * a content: the rows of the projection, with what differs put over them.
 */
export function contentTables(name: string, side: ContentSide, parameters: Parameters): string[] {
  return [
    `${name}_pages as not materialized (${pagesOf(side, parameters)})`,
    `${name}_entries as not materialized (${entriesOf(side, parameters)})`,
  ];
}

function pagesOf(side: ContentSide, parameters: Parameters): string {
  const organization = parameters.add(side.organizationId, 'text');
  const space = parameters.add(side.spaceId, 'text');
  const rows = `select page_id, path, type, document_hash, refs from content_pages
    where organization_id = ${organization} and space_id = ${space}`;
  if (side.hiddenPages.length === 0 && side.pages.length === 0) return rows;
  const own = parameters.addRows(side.pages, [
    ['text', ({ id }) => id],
    ['text', ({ path }) => path],
    ['text', ({ type }) => type],
    ['text', ({ document }) => document],
    ['jsonb', ownReferences],
  ]);
  return `${rows} and page_id <> all(${parameters.add(side.hiddenPages, 'text[]')})
    union all select * from ${own}`;
}

function entriesOf(side: ContentSide, parameters: Parameters): string {
  const organization = parameters.add(side.organizationId, 'text');
  const space = parameters.add(side.spaceId, 'text');
  const rows = `select kind, entry_id, name, document_hash from content_entries
    where organization_id = ${organization} and space_id = ${space}`;
  if (side.hiddenEntries.length === 0 && side.entries.length === 0) return rows;
  const own = parameters.addRows(side.entries, [
    ['text', ({ kind }) => kind],
    ['text', ({ entryId }) => entryId],
    ['text', ({ name }) => name],
    ['text', ({ documentHash }) => documentHash],
  ]);
  return `${rows} and kind || ' ' || entry_id <> all(${parameters.add(side.hiddenEntries, 'text[]')})
    union all select * from ${own}`;
}
