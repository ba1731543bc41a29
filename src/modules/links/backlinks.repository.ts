import { Injectable } from '@nestjs/common';
import { actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { perRow } from '#platform/database/per-row.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContentSide } from './graph/content-side.js';
import { contentTables } from './graph/content-tables.js';
import { linksIn } from './graph/link-tables.js';
import { Parameters } from './graph/parameters.js';
import type { LinkPlace } from './link.types.js';

/** Target of the links. */
export interface BacklinkTarget {
  kind: 'page' | 'file' | 'tag';
  /** That of a tag is its slug. */
  id: string;
}

/** The statement that reads from where something is linked. */
@Injectable()
export class BacklinksRepository {
  constructor(private readonly db: Database) {}

  /**
   * Places that link to a page, file or tag of the content `now`: places of that content, then those in the current content of
   * other spaces that the actor may see, in the order of their pages.
   */
  list(
    actor: Actor,
    now: ContentSide,
    target: BacklinkTarget,
    request: PageRequest,
  ): Promise<Page<LinkPlace>> {
    const parameters = new Parameters(actorValues(actor, now.organizationId));
    const given = {
      organization: parameters.add(now.organizationId, 'text'),
      space: parameters.add(now.spaceId, 'text'),
      kind: parameters.add(target.kind, 'text'),
      target: parameters.add(target.id, 'text'),
      pattern: parameters.add(storableJson([{ ref: { [target.kind]: target.id } }]), 'jsonb'),
    };
    const tables = [...contentTables('now', now, parameters), ...backlinkTables(given)];
    return paginate<LinkPlace>(this.db, request, {
      with: `${visibleSpacesTable()}, ${tables.join(', ')}`,
      select: 'space_id as "spaceId", holder_kind as kind, holder as id, node',
      from: 'from backlinks where true',
      values: parameters.values,
      by: byText('place collate "C"'),
    });
  }
}

interface Given {
  organization: string;
  space: string;
  kind: string;
  target: string;
  pattern: string;
}

/**
 * Rows whose references match, by the index on these. A planner would read all rows of the organization, or of a table that is not large
 * yet: `offset 0` keeps it from the one, and a test that is always true but dear from the other.
 */
const naming = (table: string, key: string, pattern: string): string =>
  `(select * from ${table} where refs @> ${pattern} and (${key} <> '' or to_tsvector('simple', ${key}) is null) offset 0)`;

/** From the documents that name the target, by the index on their references, to the pages that show them now. */
function backlinkTables({ organization, space, kind, target, pattern }: Given): string[] {
  const links = linksIn('document_holders', 'field_holders', organization);
  return [
    `candidates as materialized (
      select document_hash from ${naming('content_documents', 'document_hash', pattern)} d where organization_id = ${organization})`,
    `other_spaces as materialized (select id from visible_spaces where id <> ${space})`,
    `document_holders as materialized (
      select ${space} as space_id, 'page' as holder_kind, page_id as holder, path as sort, document_hash
      from candidates c cross join ${perRow('select page_id, path from now_pages where document_hash = c.document_hash')} p
      union all
      select ${space}, 'reusable-content', entry_id, name, document_hash
      from candidates c cross join ${perRow('select entry_id, name from now_entries where document_hash = c.document_hash')} e
      union all
      select p.space_id, 'page', p.page_id, p.path, p.document_hash
      from candidates c cross join ${perRow(
        `select * from content_pages where organization_id = ${organization} and document_hash = c.document_hash`,
      )} p
      where p.space_id in (select id from other_spaces)
      union all
      select e.space_id, 'reusable-content', e.entry_id, e.name, e.document_hash
      from candidates c cross join ${perRow(
        `select * from content_entries where organization_id = ${organization} and document_hash = c.document_hash`,
      )} e
      where e.space_id in (select id from other_spaces))`,
    `field_holders as materialized (
      select ${space} as space_id, 'page' as holder_kind, page_id as holder, path as sort, refs
      from now_pages where refs @> ${pattern}
      union all
      select p.space_id, 'page', p.page_id, p.path, p.refs from ${naming('content_pages', 'page_id', pattern)} p
      where p.organization_id = ${organization} and p.space_id in (select id from other_spaces))`,
    `backlinks as (
      select distinct on (space_id, holder_kind, holder, node) space_id, holder_kind, holder, node,
        concat(case when space_id = ${space} then 0 else 1 end, ' ', space_id, ' ', sort, ' ', holder, ' ',
          lpad(position::text, 6, '0'), ' ', node) as place
      from (${links}) link
      where link.kind = ${kind} and link.target = ${target} and link.space = ${space}
        and not (link.kind = link.holder_kind and link.target = link.holder and link.space_id = ${space})
      order by space_id, holder_kind, holder, node, position)`,
  ];
}
