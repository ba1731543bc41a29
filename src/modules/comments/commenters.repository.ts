import { Injectable } from '@nestjs/common';
import { MEMBER_TABLES, MemberColumns, type MemberRow } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { PlaceRef } from './comment.types.js';
import { inPlace, placeValues } from './comments.repository.js';

/** The query for who commented. */
@Injectable()
export class CommentersRepository {
  constructor(
    private readonly db: Database,
    private readonly memberColumns: MemberColumns,
  ) {}

  /** Members who wrote comments or replies, by the time they joined. */
  list(place: PlaceRef, request: PageRequest): Promise<Page<MemberRow>> {
    return paginate<MemberRow>(this.db, request, {
      select: this.memberColumns.sql,
      from: `from ${MEMBER_TABLES} where m.organization_id = $1
        and exists (select 1 from comments c where ${inPlace(place)} and c.posted_by = m.user_id)`,
      values: placeValues(place),
      by: byTime('m.joined_at', 'm.user_id'),
    });
  }
}
