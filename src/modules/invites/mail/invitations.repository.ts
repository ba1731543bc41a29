import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
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

  async findTo(organizationId: string, email: string): Promise<Invitation | null> {
    return this.db.queryFirst<Invitation>(
      `select ${COLUMNS} from invitations where organization_id = $1 and email = $2 for update`,
      [organizationId, email],
    );
  }

  async update(id: string, changes: Partial<Omit<Invitation, 'id' | 'organizationId'>>): Promise<void> {
    await this.db.manager.update(InvitationEntity, { id }, changes);
  }

  /** Deletes the invitations to the address of a new member. */
  async deleteTo(organizationId: string, email: string): Promise<void> {
    await this.db.manager.delete(InvitationEntity, { organizationId, email });
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(InvitationEntity, { id });
  }
}
