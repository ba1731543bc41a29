import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ContentSide } from './graph/content-side.js';
import { contentTables } from './graph/content-tables.js';
import { linkTable } from './graph/link-tables.js';
import { Parameters } from './graph/parameters.js';
import type { HolderKind, UsedKind } from './link.types.js';

/** Holders of links to a target that are named. */
const NAMED = 3;

/** The pages and reusable contents of a content that use something. */
export interface UsageRow {
  target: string;
  /** Number of them. */
  count: number;
  /** The first ones, in the order of the pages. */
  holders: { kind: HolderKind; id: string }[];
  [column: string]: unknown;
}

/** The statement that reads how often things of a content are used in it. */
@Injectable()
export class UsagesRepository {
  constructor(private readonly db: Database) {}

  /** Uses of things of the content `now` in that content; of what nobody uses there is no row. */
  list(now: ContentSide, kind: UsedKind, targets: readonly string[]): Promise<UsageRow[]> {
    const parameters = new Parameters();
    const organization = parameters.add(now.organizationId, 'text');
    const space = parameters.add(now.spaceId, 'text');
    const tables = [...contentTables('now', now, parameters), linkTable('now', { organization, space })];
    return this.db.query<UsageRow>(
      `with ${tables.join(', ')}, holders as (
         select target, holder_kind, holder, min(sort || ' ' || holder collate "C") as first from now_links
         where kind = ${parameters.add(kind, 'text')} and space = ${space}
           and target = any(${parameters.add(targets, 'text[]')})
           and not (holder_kind = kind and holder = target)
         group by target, holder_kind, holder),
       numbered as (select *, row_number() over (partition by target order by first) as number from holders)
       select target, count(*)::int as count,
         json_agg(json_build_object('kind', holder_kind, 'id', holder) order by number)
           filter (where number <= ${NAMED}) as holders
       from numbered group by target`,
      parameters.values,
    );
  }
}
