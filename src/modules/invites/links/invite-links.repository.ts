import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { columnsOf, type InviteLinkTarget } from '../targets/invite-target.js';
import { InviteLinkEntity } from './invite-link.entity.js';

/** A link as stored. */
export type InviteLink = Readonly<InviteLinkEntity>;

export type InviteLinkChanges = Partial<Pick<InviteLink, 'role' | 'expiresAt' | 'maxUses'>>;

const COLUMNS = entityColumns(InviteLinkEntity);

/** Every query on `invite_links`. */
@Injectable()
export class InviteLinksRepository {
  constructor(private readonly db: Database) {}

  /** Links to the same thing, newest first; those that have ended too. */
  list(organizationId: string, target: InviteLinkTarget, page: PageRequest): Promise<Page<InviteLink>> {
    const { spaceId, collectionId } = columnsOf(target);
    return paginate<InviteLink>(this.db, page, {
      select: COLUMNS,
      from: `from invite_links where organization_id = $1
        and space_id is not distinct from $2::text and collection_id is not distinct from $3::text`,
      values: [organizationId, spaceId, collectionId],
      by: byTime('created_at', 'id', 'desc'),
    });
  }

  async find(id: string): Promise<InviteLink | null> {
    return this.db.queryFirst<InviteLink>(`select ${COLUMNS} from invite_links where id = $1`, [id]);
  }

  /** The same, held until the end of the transaction: its uses take turns. */
  async lock(id: string): Promise<InviteLink | null> {
    const sql = `select ${COLUMNS} from invite_links where id = $1 for update`;
    return this.db.queryFirst<InviteLink>(sql, [id]);
  }

  async insert(link: InviteLink): Promise<void> {
    await this.db.manager.insert(InviteLinkEntity, link);
  }

  async update(id: string, changes: InviteLinkChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await this.db.manager.update(InviteLinkEntity, { id }, changes);
  }

  async countUse(id: string): Promise<void> {
    await this.db.execute('update invite_links set uses = uses + 1 where id = $1', [id]);
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(InviteLinkEntity, { id });
  }

  /** Deletes the links that the user made. @returns them */
  deleteOfMaker(organizationId: string, userId: string): Promise<InviteLink[]> {
    return this.db.query<InviteLink>(
      `with gone as (delete from invite_links where organization_id = $1 and created_by = $2 returning *)
       select ${COLUMNS} from gone order by id`,
      [organizationId, userId],
    );
  }

  /** Deletes the links to spaces, or to collections. @param organizationId the organization that has them now. */
  async deleteOfTargets(
    organizationId: string,
    type: 'space' | 'collection',
    ids: readonly string[],
  ): Promise<void> {
    const sql = `delete from invite_links where organization_id = $1 and ${type}_id = any($2::text[])`;
    await this.db.execute(sql, [organizationId, ids]);
  }
}
