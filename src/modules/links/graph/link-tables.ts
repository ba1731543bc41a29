import { perRow } from '#platform/database/per-row.js';

/** Longest part of a path that places are sorted by. */
const SORT_LENGTH = 300;

/** The columns that make two links one: same relation, same target. */
export const LINK_COLUMNS = ['relation', 'kind', 'space', 'target', 'anchor'] as const;
export const LINK_KEY = LINK_COLUMNS.join(', ');

/** SQL for the same link in two tables. */
export const sameLink = (a: string, b: string): string =>
  LINK_COLUMNS.map((column) => `${a}.${column} = ${b}.${column}`).join(' and ');

/** Kind of references to the sources of computed pages; these have no location to link to. */
const NO_PLACE = 'integration';

/** `jsonb` of references as rows with their position. */
const referencesIn = (refs: string): string =>
  `rows from (jsonb_to_recordset(${refs}) as (ref jsonb, key text, source text)) with ordinality as r (ref, key, source, position)`;

/**
 * The links in one reference `r` of a `holder (space_id, holder_kind, holder, sort)`. An anchor without a page is a place in its
 * holder; the empty string stands for no space and no anchor, so that equal links compare equal.
 */
const COLUMNS = `holder.space_id, holder.holder_kind, holder.holder, left(holder.sort, ${SORT_LENGTH}) as sort, r.key as node, r.position,
    case when r.ref ->> 'kind' in ('reusable-content', 'openapi') then 'dependsOn' else 'reference' end as relation,
    case when r.ref ->> 'kind' <> 'anchor' then r.ref ->> 'kind'
      when r.ref ->> 'page' is null then holder.holder_kind else 'page' end as kind,
    case when r.ref ->> 'kind' in ('page', 'anchor', 'file', 'reusable-content', 'tag')
      then coalesce(r.ref ->> 'space', holder.space_id) else '' end as space,
    coalesce(case r.ref ->> 'kind'
      when 'url' then r.ref ->> 'url'
      when 'page' then r.ref ->> 'page'
      when 'anchor' then coalesce(r.ref ->> 'page', holder.holder)
      when 'file' then r.ref ->> 'file'
      when 'space' then r.ref ->> 'space'
      when 'user' then r.ref ->> 'user'
      when 'collection' then r.ref ->> 'collection'
      when 'reusable-content' then r.ref ->> 'reusableContent'
      when 'tag' then r.ref ->> 'tag'
      when 'openapi' then r.ref ->> 'spec' end, '') as target,
    coalesce(r.ref ->> 'anchor', '') as anchor`;

/**
 * SQL of all links in holders.
 * @param documents a table `(space_id, holder_kind, holder, sort, document_hash)`.
 * @param fields a table `(space_id, holder_kind, holder, sort, refs)` of pages whose own fields refer to something.
 */
export function linksIn(documents: string, fields: string, organization: string): string {
  return `select ${COLUMNS} from ${documents} holder cross join ${perRow(
    `select refs from content_documents where organization_id = ${organization} and document_hash = holder.document_hash`,
  )} d
      cross join lateral ${referencesIn('d.refs')}
    union all
    select ${COLUMNS} from ${fields} holder cross join lateral ${referencesIn('holder.refs')}
      where r.ref ->> 'kind' <> '${NO_PLACE}'`;
}

/** `<name>_links`: every link of a content, or only those on one page. */
export function linkTable(
  name: string,
  { organization, space, page }: { organization: string; space: string; page?: string },
): string {
  const only = page === undefined ? '' : `and page_id = ${page}`;
  const documents = `(
    select ${space} as space_id, 'page' as holder_kind, page_id as holder, path as sort, document_hash
    from ${name}_pages
    where document_hash is not null ${only}
    ${
      page === undefined
        ? `union all select ${space}, 'reusable-content', entry_id, name, document_hash from ${name}_entries
           where kind = 'reusable-content' and document_hash is not null`
        : ''
    })`;
  const fields = `(select ${space} as space_id, 'page' as holder_kind, page_id as holder, path as sort, refs from ${name}_pages
    where refs is not null ${only})`;
  return `${name}_links as materialized (${linksIn(documents, fields, organization)})`;
}
