import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { SiteConnectionEntity } from './site-connection.entity.js';

export type SiteConnection = Readonly<SiteConnectionEntity>;
export type SiteConnectionChanges = Partial<Omit<SiteConnection, 'organizationId' | 'id' | 'siteId'>>;
type Row = SiteConnectionEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(SiteConnectionEntity, 'c');

/** Every query on `git_site_connections`. */
@Injectable()
export class SiteConnectionsRepository {
  constructor(private readonly db: Database) {}

  findOfSite(organizationId: string, siteId: string): Promise<SiteConnection | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_site_connections c where c.organization_id = $1 and c.site_id = $2`,
      [organizationId, siteId],
    );
  }

  /** In whatever organization: who asks does not know it. */
  find(id: string): Promise<SiteConnection | null> {
    return this.db.queryFirst<Row>(`select ${COLUMNS} from git_site_connections c where c.id = $1`, [id]);
  }

  /** The connections of all organizations with a repository through an installation of a GitHub App. */
  findOfApp(appInstallationId: string, repositoryId: string): Promise<SiteConnection[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_site_connections c where c.app_installation_id = $1 and c.repository_id = $2
       order by c.organization_id, c.id`,
      [appInstallationId, repositoryId],
    );
  }

  /** Inside a transaction: nobody else changes it until that ends. */
  lock(organizationId: string, id: string): Promise<SiteConnection | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_site_connections c where c.organization_id = $1 and c.id = $2 for update`,
      [organizationId, id],
    );
  }

  /** False when the site has a connection already. */
  async insert(connection: SiteConnection): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(SiteConnectionEntity)
      .values(connection as object)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  async update({ organizationId, id }: SiteConnection, changes: SiteConnectionChanges): Promise<void> {
    await this.db.manager.update(SiteConnectionEntity, { organizationId, id }, changes as object);
  }

  /** Notes that the host of these told of something; ids are unique across organizations. */
  async noteWebhook(ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.db.execute('update git_site_connections set webhook_seen_at = $2 where id = any($1)', [
      ids,
      now,
    ]);
  }

  async delete({ organizationId, id }: SiteConnection): Promise<void> {
    await this.db.manager.delete(SiteConnectionEntity, { organizationId, id });
  }

  /** As `GitConnectionsRepository.takeDue`. */
  takeDue(now: Date, next: Date, limit: number): Promise<SiteConnection[]> {
    return this.db.query<Row>(
      `update git_site_connections c set next_look_at = $2
       where (c.organization_id, c.id) in (
         select organization_id, id from git_site_connections where not is_paused and next_look_at <= $1
         order by next_look_at limit $3 for update skip locked)
       returning ${COLUMNS}`,
      [now, next, limit],
    );
  }
}
