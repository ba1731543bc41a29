import { perRow } from '#platform/database/per-row.js';

/** Reusable contents inside each other that are looked through for an anchor. */
const MAX_INCLUDES = 5;

/** Placeholders of what a status depends on beside the content itself. */
export interface StatusParameters {
  organization: string;
  space: string;
  /** OpenAPI specifications that the caller may see. */
  specifications: string;
}

/**
 * `<name>_status`: the rows of `<name>_targets` with their status for the caller. What the caller may not see counts as
 * not there. Needs `visible_spaces`, `visible_collections` and `internal_addresses`.
 */
export function statusTable(name: string, given: StatusParameters): string {
  const { organization, space, specifications } = given;
  return `${name}_status as materialized (
    select t.*, case t.kind
      when 'url' then case when ${IS_INTERNAL} then 'in-app' when ${IS_RELATIVE} then 'broken' else 'ok' end
      else case when (case t.kind
        when 'page' then coalesce(own.page_id, foreign_page.page_id) is not null and ${anchorExists(given, name)}
        when 'file' then coalesce(entry.entry_id, foreign_entry.entry_id) is not null
        when 'tag' then coalesce(entry.entry_id, foreign_entry.entry_id) is not null
        when 'reusable-content' then coalesce(entry.entry_id, foreign_entry.entry_id) is not null
          and ${anchorExists(given, name)}
        when 'space' then exists (select from visible_spaces v where v.id = t.target)
        when 'collection' then exists (select from visible_collections v where v.id = t.target)
        when 'user' then exists (select from organization_members m
          where m.organization_id = ${organization} and m.user_id = t.target)
        when 'openapi' then t.target = any(${specifications})
        else true end) then 'ok' else 'broken' end
      end as status
    from ${name}_targets t
    left join ${name}_pages own on t.kind = 'page' and t.space = ${space} and own.page_id = t.target
    left join ${name}_entries entry on t.space = ${space} and entry.kind = t.kind and entry.entry_id = t.target
    left join visible_spaces visible on t.space <> ${space} and visible.id = t.space
    left join ${perRow(
      `select * from content_pages where t.kind = 'page' and organization_id = ${organization}
         and space_id = visible.id and page_id = t.target`,
    )} foreign_page on true
    left join ${perRow(
      `select * from content_entries where organization_id = ${organization}
         and space_id = visible.id and kind = t.kind and entry_id = t.target`,
    )} foreign_entry on true
    left join ${perRow(
      `select * from content_documents where t.anchor <> '' and organization_id = ${organization}
         and document_hash = coalesce(own.document_hash, foreign_page.document_hash, entry.document_hash,
           foreign_entry.document_hash)`,
    )} document on true)`;
}

/** Neither scheme nor host, and no path from the root: relative addresses that led to no page when they were written. */
export const IS_RELATIVE = `t.target !~* '^([a-z][a-z0-9+.-]*:|/|#)'`;

/** The first test is cheap and turns almost all addresses away. */
const IS_INTERNAL = `(
  exists (select from internal_origins o where starts_with(lower(t.target), o.origin))
  and exists (select from internal_addresses i where starts_with(lower(t.target), i.address)
    and substr(t.target, length(i.address) + 1, 1) in ('', '/', '?', '#')))`;

/**
 * True when the anchor of `t` is in its document or in a reusable content that the document includes. Anchors of
 * computed pages, and of documents that an older version read, are unknown and taken as valid.
 */
function anchorExists({ organization, space }: StatusParameters, name: string): string {
  const entries = `select e.entry_id, e.document_hash from ${name}_entries e
      where t.space = ${space} and e.kind = 'reusable-content'
    union all select e.entry_id, e.document_hash from content_entries e
      where t.space <> ${space} and e.organization_id = ${organization} and e.space_id = t.space
        and e.kind = 'reusable-content'`;
  const document = (column: string): string =>
    perRow(
      `select ${column} from content_documents where organization_id = ${organization} and document_hash = i.hash`,
    );
  return `(t.anchor = '' or coalesce(own.type, foreign_page.type) = 'computed'
    or coalesce(own.refs, foreign_page.refs) @> '[{"source": "computed"}]'
    or (document.document_hash is not null and (document.anchors is null or t.anchor = any(document.anchors)))
    or (document.refs @> '[{"ref": {"kind": "reusable-content"}}]' and exists (
      with recursive included (hash, depth) as (
        select document.document_hash, 0
        union
        select e.document_hash, i.depth + 1 from included i cross join ${document('refs')} x
        cross join lateral jsonb_to_recordset(x.refs) as r (ref jsonb)
        join (${entries}) e on e.entry_id = r.ref ->> 'reusableContent'
        where i.depth < ${MAX_INCLUDES} and e.document_hash is not null
      ) select from included i cross join ${document('anchors')} x
      where t.anchor = any(x.anchors))))`;
}

/**
 * Tables of what the status needs to know about the installation: collections, and addresses of our own.
 * @param base placeholder of PUBLIC_URL, in lower case and without a trailing slash.
 */
export function surroundings(base: string, collections: string): string[] {
  return [
    `visible_collections as (select c.id from ${collections} where access.visible)`,
    `internal_addresses as materialized (
      select ${base} || area as address from unnest(array['/v1', '/app']) as area
      union
      select lower(rtrim(case when starts_with(s.published_url, '/') then ${base} || s.published_url
        else s.published_url end, '/'))
      from visible_spaces v cross join ${perRow(
        'select published_url from spaces where organization_id = v.organization_id and id = v.id',
      )} s
      where s.published_url is not null)`,
    `internal_origins as materialized (
      select distinct substring(address from '^[a-z]+://[^/]+') as origin from internal_addresses)`,
  ];
}
