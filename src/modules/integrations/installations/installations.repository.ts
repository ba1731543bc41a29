import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActorLabels } from '#modules/audit/index.js';
import { displayNameOf } from '#modules/users/index.js';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byText, mapPage, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { INTEGRATION_COLUMNS, type Integration } from '../catalog/integrations.repository.js';
import { InstallationEntity, type InstallationStatus } from './installation.entity.js';

/** An installation as stored. */
export type InstallationRecord = Readonly<InstallationEntity>;

/** An installation with the number of spaces it gets to. */
export type Installation = InstallationRecord & { spaces: number };

export type InstallationChanges = Partial<
  Pick<
    Installation,
    'status' | 'spaceSelection' | 'siteSelection' | 'scopes' | 'configuration' | 'externalIds' | 'updatedAt'
  >
>;

export const INSTALLATION_COLUMNS = `${entityColumns(InstallationEntity, 'i')},
  (select count(*)::int from spaces s where s.organization_id = i.organization_id and s.deleted_at is null
    and (i.space_selection = 'all' or exists (select from integration_targets t
      where t.installation_id = i.id and t.kind = 'space' and t.target_id = s.id))) as spaces`;

const OLDEST_FIRST = [
  { sql: 'i.created_at', type: 'timestamptz' as const },
  { sql: 'i.id', type: 'text' as const },
];

/** Every query on `integration_installations`. */
@Injectable()
export class InstallationsRepository implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly actorLabels: ActorLabels,
  ) {}

  /** An installation has the name of the user that it acts as. */
  onModuleInit(): void {
    this.actorLabels.register('installation', (id) =>
      displayNameOf(`(select user_id from integration_installations where id = ${id})`),
    );
  }

  async find(integrationId: string, id: string): Promise<Installation | null> {
    const sql = `select ${INSTALLATION_COLUMNS} from integration_installations i where i.integration_id = $1 and i.id = $2`;
    return (await this.db.query<Installation>(sql, [integrationId, id]))[0] ?? null;
  }

  async findById(id: string): Promise<Installation | null> {
    const sql = `select ${INSTALLATION_COLUMNS} from integration_installations i where i.id = $1`;
    return (await this.db.query<Installation>(sql, [id]))[0] ?? null;
  }

  async findForOrganization(integrationId: string, organizationId: string): Promise<Installation | null> {
    const sql = `select ${INSTALLATION_COLUMNS} from integration_installations i
      where i.integration_id = $1 and i.organization_id = $2`;
    return (await this.db.query<Installation>(sql, [integrationId, organizationId]))[0] ?? null;
  }

  /** The installation, locked until the transaction ends. */
  async lock(id: string): Promise<Installation | null> {
    await this.db.query('select 1 from integration_installations where id = $1 for update', [id]);
    return this.findById(id);
  }

  /**
   * Installations of an integration, oldest first.
   * @param organizationIds only there; everywhere when null.
   */
  listOfIntegration(
    integrationId: string,
    organizationIds: readonly string[] | null,
    externalId: string | undefined,
    page: PageRequest,
  ): Promise<Page<Installation>> {
    return paginate<Installation>(this.db, page, {
      select: INSTALLATION_COLUMNS,
      from: `from integration_installations i where i.integration_id = $1
        and ($2::text[] is null or i.organization_id = any($2))
        and ($3::text is null or i.external_ids @> array[$3])`,
      values: [integrationId, organizationIds, externalId ?? null],
      by: OLDEST_FIRST,
    });
  }

  /** Installations of an organization, by title. @param search part of the integration's name or title, in any case. */
  async listOfOrganization(
    organizationId: string,
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<{ installation: Installation; integration: Integration }>> {
    const found = await paginate<{ installation_id: string; integration_id: string }>(this.db, page, {
      select: 'i.id as installation_id, n.id as integration_id',
      from: `from integration_installations i join integrations n on n.id = i.integration_id
        where i.organization_id = $1 and ($2::text is null or n.name ilike $2 or n.title ilike $2)`,
      values: [organizationId, search === undefined ? null : likePattern(search)],
      by: byText('lower(n.title)', 'i.id'),
    });
    const installations = await this.findByIds(found.items.map((row) => row.installation_id));
    const integrations = await this.findIntegrations(found.items.map((row) => row.integration_id));
    return mapPage(found, (row) => ({
      installation: installations.get(row.installation_id)!,
      integration: integrations.get(row.integration_id)!,
    }));
  }

  /** Integrations of these installations, oldest first. @param search part of the name or title, in any case. */
  listIntegrations(
    installationIds: readonly string[],
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<Integration>> {
    return paginate<Integration>(this.db, page, {
      select: INTEGRATION_COLUMNS,
      from: `from integration_installations i join integrations n on n.id = i.integration_id
        where i.id = any($1) and ($2::text is null or n.name ilike $2 or n.title ilike $2)`,
      values: [installationIds, search ? likePattern(search) : null],
      by: OLDEST_FIRST,
    });
  }

  /** Installed integrations by title, with the status in the organization, or the best one on its spaces or sites. */
  async listStatus(
    organizationId: string,
    at: 'organization' | 'space' | 'site',
    page: PageRequest,
  ): Promise<Page<{ integration: Integration; status: InstallationStatus }>> {
    // In alphabetical order they are in order: active, paused, pending.
    const best = `(select min(t.status) from integration_targets t where t.installation_id = i.id and t.kind = '${at}')`;
    const isInstalledOnAll = `${at === 'space' ? 'i.space_selection' : 'i.site_selection'} = 'all' and n.target in ('all', 'organization', '${at}')`;
    const status =
      at === 'organization'
        ? 'i.status'
        : `case when i.status <> 'active' and ${best} is not null then i.status
            else coalesce(${best}, case when ${isInstalledOnAll} then i.status end) end`;
    const found = await paginate<{ integration_id: string; status: InstallationStatus }>(this.db, page, {
      select: `n.id as integration_id, ${status} as status`,
      from: `from integration_installations i join integrations n on n.id = i.integration_id
        where i.organization_id = $1 and ${status} is not null`,
      values: [organizationId],
      by: byText('lower(n.title)', 'i.id'),
    });
    const integrations = await this.findIntegrations(found.items.map((row) => row.integration_id));
    return mapPage(found, (row) => ({
      integration: integrations.get(row.integration_id)!,
      status: row.status,
    }));
  }

  /** Installations by id. */
  async findByIds(ids: readonly string[]): Promise<Map<string, Installation>> {
    const sql = `select ${INSTALLATION_COLUMNS} from integration_installations i where i.id = any($1)`;
    const rows = ids.length === 0 ? [] : await this.db.query<Installation>(sql, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Integrations by id. */
  async findIntegrations(ids: readonly string[]): Promise<Map<string, Integration>> {
    const sql = `select ${INTEGRATION_COLUMNS} from integrations n where n.id = any($1)`;
    const rows = ids.length === 0 ? [] : await this.db.query<Integration>(sql, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Ids of all installations of an integration, oldest first. */
  async idsOf(integrationId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select id from integration_installations where integration_id = $1 order by created_at, id',
      [integrationId],
    );
  }

  /** Installations of an organization that get to all spaces or all sites, but not to both. */
  async idsOfHalfOpen(organizationId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select id from integration_installations
       where organization_id = $1 and space_selection <> site_selection order by id`,
      [organizationId],
    );
  }

  /** @returns false when the organization has the integration already. */
  async insert(installation: InstallationRecord): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(InstallationEntity)
      .values(installation as never)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  async update(id: string, changes: InstallationChanges): Promise<void> {
    await this.db.manager.update(InstallationEntity, { id }, changes as never);
  }

  /** Its targets go with it. */
  async delete(id: string): Promise<void> {
    await this.db.execute('delete from integration_installations where id = $1', [id]);
  }
}
