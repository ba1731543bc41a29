import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { columnsOf, type InvitePlace, type InviteTarget } from '../targets/invite-target.js';
import { InvitationEntity } from './invitation.entity.js';

/** An invitation as stored. */
export type Invitation = Readonly<InvitationEntity>;

const COLUMNS = entityColumns(InvitationEntity);

/** Every query on `invitations`. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first; those that have ended too. */
  list(organizationId: string, page: PageRequest): Promise<Page<Invitation>> {
    return paginate<Invitation>(this.db, page, {
      select: COLUMNS,
      from: 'from invitations where organization_id = $1',
      values: [organizationId],
      by: byTime('created_at', 'id', 'desc'),
    });
  }

  /** Invitations to a space, collection or site, newest first; those that have ended too. */
  listToPlace(
    organizationId: string,
    { type, id }: InvitePlace,
    page: PageRequest,
  ): Promise<Page<Invitation>> {
    return paginate<Invitation>(this.db, page, {
      select: COLUMNS,
      from: `from invitations where organization_id = $1 and ${type}_id = $2`,
      values: [organizationId, id],
      by: byTime('created_at', 'id', 'desc'),
    });
  }

  async find(id: string): Promise<Invitation | null> {
    return this.db.queryFirst<Invitation>(`select ${COLUMNS} from invitations where id = $1`, [id]);
  }

  /** The same, held until the end of the transaction: only one answer to it counts. */
  async lock(id: string): Promise<Invitation | null> {
    const sql = `select ${COLUMNS} from invitations where id = $1 for update`;
    return this.db.queryFirst<Invitation>(sql, [id]);
  }

  /** Invitations to the address that have not expired, oldest first. @param email in lower case. */
  listOpenTo(email: string, now: Date): Promise<Invitation[]> {
    return this.db.query<Invitation>(
      `select ${COLUMNS} from invitations where email = $1 and expires_at > $2 order by created_at, id`,
      [email, now],
    );
  }

  async insert(invitation: Invitation): Promise<void> {
    await this.db.manager.insert(InvitationEntity, invitation);
  }

  /** The invitation of an address to this target, held until the end of the transaction. @param email in lower case. */
  async lockTo(organizationId: string, email: string, target: InviteTarget): Promise<Invitation | null> {
    const { spaceId, collectionId, siteId } = columnsOf(target);
    return this.db.queryFirst<Invitation>(
      `select ${COLUMNS} from invitations where organization_id = $1 and email = $2
         and space_id is not distinct from $3::text and collection_id is not distinct from $4::text
         and site_id is not distinct from $5::text for update`,
      [organizationId, email, spaceId, collectionId, siteId],
    );
  }

  /** All invitations of an address in the organization, held until the end of the transaction. @param email in lower case. */
  lockAllTo(organizationId: string, email: string): Promise<Invitation[]> {
    return this.db.query<Invitation>(
      `select ${COLUMNS} from invitations where organization_id = $1 and email = $2 order by created_at, id for update`,
      [organizationId, email],
    );
  }

  async update(id: string, changes: Partial<Omit<Invitation, 'id' | 'organizationId'>>): Promise<void> {
    await this.db.manager.update(InvitationEntity, { id }, changes);
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(InvitationEntity, { id });
  }

  /** Deletes the invitations of an address. @returns them */
  deleteAllTo(organizationId: string, email: string): Promise<Invitation[]> {
    return this.db.query<Invitation>(
      `with gone as (delete from invitations where organization_id = $1 and email = $2 returning *)
       select ${COLUMNS} from gone order by id`,
      [organizationId, email],
    );
  }

  /** Deletes the invitations to spaces, or to collections. @param organizationId the organization that has them now. */
  async deleteToPlaces(
    organizationId: string,
    type: InvitePlace['type'],
    ids: readonly string[],
  ): Promise<void> {
    const sql = `delete from invitations where organization_id = $1 and ${type}_id = any($2::text[])`;
    await this.db.execute(sql, [organizationId, ids]);
  }
}
