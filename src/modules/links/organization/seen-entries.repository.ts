import { Injectable } from '@nestjs/common';
import { actorValues } from '#modules/access/index.js';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { perRow } from '#platform/database/per-row.js';
import type { Actor } from '#platform/http/actor.js';
import { Parameters } from '../graph/parameters.js';
import { seenLinks, seenPages } from './organization-holders.js';
import type { EntryFilter, SeenEntries, SeenEntry, SeenKind } from './organization-link.types.js';
import { readSeenList } from './seen-list.js';

/** Sorts by size, the largest first, then by name, as a text. */
const BY_SIZE = `concat(lpad((1000000000000000 - size)::text, 16, '0'), ' ', lower(name))`;

const TOTALS = `json_build_object('count', count(*), 'unused', count(*) filter (where uses = 0), 'bytes', coalesce(sum(size), 0))`;

/** The statement that lists the files or reusable contents of all spaces that somebody sees. */
@Injectable()
export class SeenEntriesRepository {
  constructor(private readonly db: Database) {}

  /**
   * Files, the largest first, or reusable contents by title, with the number of pages and reusable contents that use them.
   * @throws BadRequest for a cursor that this list did not make.
   */
  list(
    actor: Actor,
    organizationId: string,
    seenKind: SeenKind,
    { spaceId, isUnused = false, search = '' }: EntryFilter,
    request: PageRequest,
  ): Promise<SeenEntries> {
    const parameters = new Parameters(actorValues(actor, organizationId));
    const organization = parameters.add(organizationId, 'text');
    const kind = parameters.add(seenKind, 'text');
    const conditions = [
      ...(isUnused ? ['uses = 0'] : []),
      ...(search === '' ? [] : [`name ilike ${parameters.add(likePattern(search), 'text')}`]),
    ];
    const list = {
      tables: [
        seenPages(),
        entriesOf(kind),
        countedIn(organization, kind),
        listedBy(seenKind === 'file' ? BY_SIZE : 'lower(name)'),
      ],
      condition: conditions.length === 0 ? 'true' : conditions.join(' and '),
      shown: 'select * from page',
      totals: TOTALS,
      spaceId,
    };
    return readSeenList<SeenEntry, SeenEntries['totals']>(this.db, parameters, list, request);
  }
}

const entriesOf = (kind: string): string => `entries as materialized (
  select v.id as space, v.title, v.role, e.* from visible_spaces v cross join ${perRow(
    `select entry_id, name, coalesce(size, 0) as size from content_entries
     where organization_id = v.organization_id and space_id = v.id and kind = ${kind}`,
  )} e)`;

/**
 * Things and their uses in one heap that is grouped: a join of the two would be left to estimates of tables that a statement made. What
 * only a space uses that the actor does not see, counts as not used.
 */
const countedIn = (organization: string, kind: string): string => `counted as (
  select space, target, max(name) as name, max(size) as size, max(title) as title, max(role) as role,
    count(distinct holder)::int as uses
  from (
    select space, entry_id as target, name, size, title, role, null as holder from entries
    union all
    select space, target, null, null, null, null, concat_ws(' ', space_id, holder_kind, holder)
    from (${seenLinks(organization)}) l
    where l.kind = ${kind} and not (l.holder_kind = l.kind and l.holder = l.target and l.space_id = l.space)) heap
  group by space, target having count(name) > 0)`;

const listedBy = (key: string): string => `listed as materialized (
  select concat(${key}, ' ', name, ' ', space, ' ', target) collate "C" as place, space as "spaceId", title as "spaceTitle", role,
    target as id, name, size, uses
  from counted)`;
