import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { perRow } from '#platform/database/per-row.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { IntegrationConfiguration } from '../catalog/integration.types.js';
import { InstallationTargetEntity } from './installation-target.entity.js';

/** That an installation is used on a space or site, as stored. */
export type InstallationTarget = Readonly<InstallationTargetEntity>;
export type TargetKind = InstallationTarget['kind'];

export type TargetChanges = Partial<
  Pick<InstallationTarget, 'status' | 'configuration' | 'externalIds' | 'updatedAt'>
>;

const COLUMNS = entityColumns(InstallationTargetEntity, 't');

/** Deleted spaces and sites have no installations, though a space that is restored has its own again. */
const IS_THERE = `(case t.kind
  when 'space' then (select s.id from spaces s
    where s.organization_id = t.organization_id and s.id = t.target_id and s.deleted_at is null)
  else (select s.id from sites s where s.organization_id = t.organization_id and s.id = t.target_id) end) is not null`;

const OLDEST_FIRST = [
  { sql: 't.created_at', type: 'timestamptz' as const },
  { sql: 't.installation_id', type: 'text' as const },
  { sql: 't.target_id', type: 'text' as const },
];

/** Which targets to list. */
export interface TargetFilter {
  installationId?: string;
  integrationId?: string;
  /** Only in these organizations; everywhere when absent. */
  organizationIds?: readonly string[];
  externalId?: string;
  /** Only these spaces or sites. */
  targetIds?: readonly string[];
}

/** Every query on `integration_targets`. */
@Injectable()
export class TargetsRepository {
  constructor(private readonly db: Database) {}

  async find(installationId: string, kind: TargetKind, targetId: string): Promise<InstallationTarget | null> {
    const sql = `select ${COLUMNS} from integration_targets t
      where t.installation_id = $1 and t.kind = $2 and t.target_id = $3 and ${IS_THERE}`;
    return (await this.db.query<InstallationTarget>(sql, [installationId, kind, targetId]))[0] ?? null;
  }

  /** Spaces or sites with an installation, oldest first. */
  list(kind: TargetKind, filter: TargetFilter, page: PageRequest): Promise<Page<InstallationTarget>> {
    const { installationId, integrationId, organizationIds, externalId, targetIds } = filter;
    const values: unknown[] = [kind];
    const conditions = ['t.kind = $1', IS_THERE];
    // Only what is asked for: a condition that may be empty can be looked up in no index.
    const add = (condition: (parameter: string) => string, value: unknown): void => {
      if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
    };
    add((p) => `t.installation_id = ${p}`, installationId);
    add((p) => `i.integration_id = ${p}`, integrationId);
    add((p) => `t.organization_id = any(${p}::text[])`, organizationIds);
    add((p) => `t.external_ids @> array[${p}::text]`, externalId);
    add((p) => `t.target_id = any(${p}::text[])`, targetIds);
    return paginate<InstallationTarget>(this.db, page, {
      select: COLUMNS,
      from: `from integration_targets t join integration_installations i on i.id = t.installation_id
        where ${conditions.join(' and ')}`,
      values,
      by: OLDEST_FIRST,
    });
  }

  /** All of an installation, or all of a space or site. */
  findAll(of: { installationId: string } | { organizationId: string; kind: TargetKind; targetId: string }) {
    return 'installationId' in of
      ? this.db.query<InstallationTarget>(
          `select ${COLUMNS} from integration_targets t where t.installation_id = $1 order by t.kind, t.target_id`,
          [of.installationId],
        )
      : this.db.query<InstallationTarget>(
          `select ${COLUMNS} from integration_targets t
           where t.organization_id = $1 and t.kind = $2 and t.target_id = $3 order by t.installation_id`,
          [of.organizationId, of.kind, of.targetId],
        );
  }

  /**
   * Finds installations that are active on an existing space or site, and those on all spaces or sites, which may be active
   * there; oldest first.
   * @returns ids with the target, which is null when nothing is stored for it, and the settings that the integration asks for
   *   on such a target.
   */
  async findWorking(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<
    {
      installationId: string;
      target: InstallationTarget | null;
      requestedSettings: IntegrationConfiguration | null;
    }[]
  > {
    const selection = kind === 'space' ? 'i.space_selection' : 'i.site_selection';
    const isThere = kind === 'space' ? 'from spaces p where p.deleted_at is null and' : 'from sites p where';
    const rows = await this.db.query<
      { id: string; requestedSettings: IntegrationConfiguration | null } & {
        [Member in keyof InstallationTarget]: InstallationTarget[Member] | null;
      }
    >(
      `select i.id, n.configurations -> $2 as "requestedSettings", ${COLUMNS}
       from integration_installations i join integrations n on n.id = i.integration_id
       left join ${perRow(
         'select * from integration_targets where installation_id = i.id and kind = $2 and target_id = $3',
       )} t on true
       where i.organization_id = $1 and i.status = 'active' and n.unpublished_at is null
         and exists (select ${isThere} p.organization_id = $1 and p.id = $3)
         and (t.status = 'active' or t.status is null and ${selection} = 'all' and n.target in ('all', 'organization', $2))
       order by i.created_at, i.id`,
      [organizationId, kind, targetId],
    );
    return rows.map(({ id, requestedSettings, ...target }) => ({
      installationId: id,
      target: target.installationId === null ? null : (target as InstallationTarget),
      requestedSettings,
    }));
  }

  /** Ids of all spaces or sites of an organization. */
  async allIds(organizationId: string, kind: TargetKind): Promise<string[]> {
    return this.db.queryColumn<string>(
      kind === 'space'
        ? 'select id from spaces where organization_id = $1 and deleted_at is null order by id'
        : 'select id from sites where organization_id = $1 order by id',
      [organizationId],
    );
  }

  /** @returns false when it is there already. */
  async insert(target: InstallationTarget): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(InstallationTargetEntity)
      .values(target as never)
      .orIgnore()
      .returning('installation_id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  async update(target: InstallationTarget, changes: TargetChanges): Promise<void> {
    const { installationId, kind, targetId } = target;
    await this.db.manager.update(
      InstallationTargetEntity,
      { installationId, kind, targetId },
      changes as never,
    );
  }

  async delete({ installationId, kind, targetId }: InstallationTarget): Promise<void> {
    await this.db.manager.delete(InstallationTargetEntity, { installationId, kind, targetId });
  }
}
