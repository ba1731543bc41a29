import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { PendingInstallationEntity } from './pending-installation.entity.js';

export type PendingInstallation = Readonly<PendingInstallationEntity>;
type Row = PendingInstallationEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(PendingInstallationEntity, 'p');

/** Every query on `git_pending_installations`. */
@Injectable()
export class PendingInstallationsRepository {
  constructor(private readonly db: Database) {}

  /** In whatever organization: who asks does not know it. */
  async find(id: string): Promise<PendingInstallation | null> {
    return this.db.queryFirst<Row>(`select ${COLUMNS} from git_pending_installations p where p.id = $1`, [
      id,
    ]);
  }

  findOfSpaces(organizationId: string, spaceIds: readonly string[]): Promise<PendingInstallation[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_pending_installations p where p.organization_id = $1 and p.space_id = any($2)`,
      [organizationId, spaceIds],
    );
  }

  findOfSite(organizationId: string, siteId: string): Promise<PendingInstallation | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_pending_installations p where p.organization_id = $1 and p.site_id = $2`,
      [organizationId, siteId],
    );
  }

  /** False when the space or site has one already. */
  async insert(installation: PendingInstallation): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(PendingInstallationEntity)
      .values(installation as object)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  async update(
    { organizationId, id }: PendingInstallation,
    changes: Pick<PendingInstallation, 'settings' | 'secret' | 'createdBy' | 'updatedAt'>,
  ): Promise<void> {
    await this.db.manager.update(PendingInstallationEntity, { organizationId, id }, changes as object);
  }

  async deleteOfSpace(organizationId: string, spaceId: string): Promise<void> {
    await this.db.manager.delete(PendingInstallationEntity, { organizationId, spaceId });
  }

  async deleteOfSite(organizationId: string, siteId: string): Promise<void> {
    await this.db.manager.delete(PendingInstallationEntity, { organizationId, siteId });
  }
}
