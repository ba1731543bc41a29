import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { perRow } from '#platform/database/per-row.js';
import type { Actor } from '#platform/http/actor.js';

/** A reusable content of a space. */
export interface OtherContent {
  id: string;
  title: string;
  spaceId: string;
  spaceTitle: string;
}

const AT = ACTOR_PARAMETERS;
const ENTRIES = perRow(
  `select * from content_entries where organization_id = v.organization_id and space_id = v.id
   and kind = 'reusable-content'`,
);

/** The statement that finds reusable contents across spaces. */
@Injectable()
export class OtherContentsRepository {
  constructor(private readonly db: Database) {}

  /** Reusable contents of the spaces that the actor may see, but for one, by title. */
  list(
    actor: Actor,
    place: { organizationId: string; spaceId: string },
    search: string,
    page: PageRequest,
  ): Promise<Page<OtherContent>> {
    return paginate<OtherContent>(this.db, page, {
      with: visibleSpacesTable(),
      select: 'e.entry_id as id, e.name as title, v.id as "spaceId", v.title as "spaceTitle"',
      from: `from visible_spaces v cross join ${ENTRIES} e where v.id <> $${AT + 1} and e.name ilike $${AT + 2}`,
      values: [...actorValues(actor, place.organizationId), place.spaceId, likePattern(search)],
      by: byText('e.name', 'v.id', 'e.entry_id'),
    });
  }
}
