import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { type ConnectionProblem, GitConnectionEntity } from './git-connection.entity.js';

export type GitConnection = Readonly<GitConnectionEntity>;
export type ConnectionChanges = Partial<Omit<GitConnection, 'organizationId' | 'id' | 'spaceId'>>;
type Row = GitConnectionEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(GitConnectionEntity, 'c');

/** Every query on `git_connections`. */
@Injectable()
export class GitConnectionsRepository {
  constructor(private readonly db: Database) {}

  async findOfSpace(organizationId: string, spaceId: string): Promise<GitConnection | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_connections c where c.organization_id = $1 and c.space_id = $2`,
      [organizationId, spaceId],
    );
  }

  /** In whatever organization: who asks does not know it. */
  async find(id: string): Promise<GitConnection | null> {
    return this.db.queryFirst<Row>(`select ${COLUMNS} from git_connections c where c.id = $1`, [id]);
  }

  /** Connections of several spaces, by space. */
  async findOfSpaces(
    organizationId: string,
    spaceIds: readonly string[],
  ): Promise<Map<string, GitConnection>> {
    const rows = await this.db.query<Row>(
      `select ${COLUMNS} from git_connections c where c.organization_id = $1 and c.space_id = any($2)`,
      [organizationId, spaceIds],
    );
    return new Map(rows.map((row) => [row.spaceId, row]));
  }

  /** The connections of all organizations with a repository through an installation of a GitHub App. */
  findOfApp(appInstallationId: string, repositoryId: string): Promise<GitConnection[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_connections c where c.app_installation_id = $1 and c.repository_id = $2
       order by c.organization_id, c.id`,
      [appInstallationId, repositoryId],
    );
  }

  /** The connections of the spaces of a site. */
  findOfSiteConnection(organizationId: string, siteConnectionId: string): Promise<GitConnection[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_connections c where c.organization_id = $1 and c.site_connection_id = $2 order by c.id`,
      [organizationId, siteConnectionId],
    );
  }

  /**
   * All connections of an organization, which are a few. Inside a transaction, in which nobody else asks the same about the repository.
   */
  async lockRepository(organizationId: string, repository: string): Promise<GitConnection[]> {
    await this.db.query('select pg_advisory_xact_lock(hashtextextended($1, 701))', [
      `${organizationId} ${repository}`,
    ]);
    return this.db.query<Row>(
      `select ${COLUMNS} from git_connections c where c.organization_id = $1 order by c.id`,
      [organizationId],
    );
  }

  /** Inside a transaction: nobody else changes it until that ends. */
  async lock(organizationId: string, id: string): Promise<GitConnection | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_connections c where c.organization_id = $1 and c.id = $2 for update`,
      [organizationId, id],
    );
  }

  /** False when the space has a connection already. */
  async insert(connection: GitConnection): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(GitConnectionEntity)
      .values(connection as object)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  async update({ organizationId, id }: GitConnection, changes: ConnectionChanges): Promise<void> {
    await this.db.manager.update(GitConnectionEntity, { organizationId, id }, changes as object);
  }

  /** Connections of spaces that went to another organization rest, and have no secrets any more. */
  async pauseAll(
    organizationId: string,
    spaceIds: readonly string[],
    { problem, now }: { problem: ConnectionProblem; now: Date },
  ): Promise<void> {
    await this.db.execute(
      `update git_connections set is_paused = true, secret = null, app_installation_id = null,
         site_connection_id = null, pushing = null,
         problem = $3, updated_at = $4
       where organization_id = $1 and space_id = any($2)`,
      [organizationId, spaceIds, storableJson(problem), now],
    );
  }

  /** Notes that the host of these told of something; ids are unique across organizations. */
  async noteWebhook(ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.db.execute('update git_connections set webhook_seen_at = $2 where id = any($1)', [ids, now]);
  }

  async delete({ organizationId, id }: GitConnection): Promise<void> {
    await this.db.manager.delete(GitConnectionEntity, { organizationId, id });
  }

  /**
   * Takes those whose repositories are to be looked at, the longest due first, so that no other process does. Those of the spaces of a site
   * are looked at with the site.
   * @param next when they are to be looked at again if nothing comes of it.
   */
  async takeDue(now: Date, next: Date, limit: number): Promise<GitConnection[]> {
    return this.db.query<Row>(
      `update git_connections c set next_look_at = $2
       where (c.organization_id, c.id) in (
         select organization_id, id from git_connections
         where not is_paused and next_look_at <= $1 and site_connection_id is null
         order by next_look_at limit $3 for update skip locked)
       returning ${COLUMNS}`,
      [now, next, limit],
    );
  }
}
