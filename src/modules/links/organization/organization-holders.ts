import { perRow } from '#platform/database/per-row.js';
import { linksIn } from '../graph/link-tables.js';

const PAGES = perRow(
  `select page_id, path, document_hash, refs from content_pages
   where organization_id = v.organization_id and space_id = v.id`,
);
const TEXTS = perRow(
  `select entry_id, name, document_hash from content_entries
   where organization_id = v.organization_id and space_id = v.id and kind = 'reusable-content' and document_hash is not null`,
);

/**
 * A common table expression with the pages of all spaces that the actor sees. Needs `visible_spaces`.
 * @param only placeholder of the id of a space, where the pages of this one are enough.
 */
export function seenPages(only?: string): string {
  return `seen_pages as materialized (
    select v.id as space_id, p.* from visible_spaces v cross join ${PAGES} p where ${isIn(only)})`;
}

const isIn = (only: string | undefined): string => (only === undefined ? 'true' : `v.id = ${only}`);

/**
 * SQL of all links in the current content of all spaces that the actor sees. Needs `visible_spaces` and `seen_pages`.
 * @param organization placeholder of the id of the organization.
 * @param only as `seenPages` takes it: the links that stand in this space.
 */
export function seenLinks(organization: string, only?: string): string {
  const documents = `(
    select space_id, 'page' as holder_kind, page_id as holder, path as sort, document_hash
    from seen_pages where document_hash is not null
    union all
    select v.id, 'reusable-content', e.entry_id, e.name, e.document_hash from visible_spaces v cross join ${TEXTS} e
    where ${isIn(only)})`;
  const fields = `(
    select space_id, 'page' as holder_kind, page_id as holder, path as sort, refs
    from seen_pages where refs is not null)`;
  return linksIn(documents, fields, organization);
}
