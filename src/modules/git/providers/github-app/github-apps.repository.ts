import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { AppInstallationEntity } from './app-installation.entity.js';
import { GitHubAppEntity } from './github-app.entity.js';

export type GitHubApp = Readonly<GitHubAppEntity>;
export type AppInstallation = Readonly<AppInstallationEntity>;
type AppRow = GitHubAppEntity & { [column: string]: unknown };
type InstallationRow = AppInstallationEntity & { [column: string]: unknown };

const APP = entityColumns(GitHubAppEntity, 'a');
const INSTALLATION = entityColumns(AppInstallationEntity, 'i');

/** Every query on `github_apps` and `github_app_installations`. */
@Injectable()
export class GitHubAppsRepository {
  constructor(private readonly db: Database) {}

  /** There are a few. */
  list(): Promise<GitHubApp[]> {
    return this.db.query<AppRow>(`select ${APP} from github_apps a order by a.created_at, a.host`);
  }

  async find(host: string): Promise<GitHubApp | null> {
    return this.db.queryFirst<AppRow>(`select ${APP} from github_apps a where a.host = $1`, [host]);
  }

  /** Apps with this number; every host counts by itself. */
  findByAppId(appId: string): Promise<GitHubApp[]> {
    return this.db.query<AppRow>(`select ${APP} from github_apps a where a.app_id = $1`, [appId]);
  }

  /** False when the host has one already. */
  async insert(app: GitHubApp): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(GitHubAppEntity)
      .values(app as object)
      .orIgnore()
      .returning('host')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  /** With all installations. */
  async delete(host: string): Promise<void> {
    await this.db.execute('delete from github_apps where host = $1', [host]);
  }

  /** Accounts that an organization may use, in the order of names. */
  listInstallations(organizationId: string): Promise<AppInstallation[]> {
    return this.db.query<InstallationRow>(
      `select ${INSTALLATION} from github_app_installations i where i.organization_id = $1
       order by i.account, i.installation_id`,
      [organizationId],
    );
  }

  /** Accounts of GitHub do not differ in case alone. */
  async findOfAccount(
    organizationId: string,
    host: string,
    account: string,
  ): Promise<AppInstallation | null> {
    return this.db.queryFirst<InstallationRow>(
      `select ${INSTALLATION} from github_app_installations i
       where i.organization_id = $1 and i.host = $2 and lower(i.account) = lower($3)
       order by i.created_at desc limit 1`,
      [organizationId, host, account],
    );
  }

  async findInstallation(
    organizationId: string,
    host: string,
    installationId: string,
  ): Promise<AppInstallation | null> {
    return this.db.queryFirst<InstallationRow>(
      `select ${INSTALLATION} from github_app_installations i
       where i.organization_id = $1 and i.host = $2 and i.installation_id = $3`,
      [organizationId, host, installationId],
    );
  }

  /** Again for one that is there: the account may have another name by now. */
  async putInstallation(installation: AppInstallation): Promise<void> {
    const { organizationId, host, installationId, account, createdBy, createdAt } = installation;
    await this.db.execute(
      `insert into github_app_installations (organization_id, host, installation_id, account, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (organization_id, host, installation_id) do update set account = excluded.account`,
      [organizationId, host, installationId, account, createdBy, createdAt],
    );
  }

  /** @returns the name of its account; null when the organization had not linked it. */
  async deleteInstallation(
    organizationId: string,
    host: string,
    installationId: string,
  ): Promise<string | null> {
    const row = await this.db.queryFirst<{ account: string }>(
      `delete from github_app_installations where organization_id = $1 and host = $2 and installation_id = $3
       returning account`,
      [organizationId, host, installationId],
    );
    return row?.account ?? null;
  }

  /** Of all organizations: the account removed our App. */
  async forgetInstallation(host: string, installationId: string): Promise<void> {
    await this.db.execute('delete from github_app_installations where host = $1 and installation_id = $2', [
      host,
      installationId,
    ]);
  }
}
