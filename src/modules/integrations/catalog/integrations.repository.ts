import { Injectable } from '@nestjs/common';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { IntegrationEntity } from './integration.entity.js';
import type { IntegrationCategory, IntegrationScope, IntegrationTarget } from './integration.values.js';

/** An integration as stored. */
export type Integration = Readonly<IntegrationEntity>;

export const INTEGRATION_COLUMNS = entityColumns(IntegrationEntity, 'n');

export interface IntegrationFilter {
  /** Part of the name or title, in any case. */
  search?: string;
  category?: IntegrationCategory;
  /** Host of addresses that become a block of it. */
  blockDomain?: string;
  blocks?: boolean;
  contentSources?: boolean;
  /** Id of the organization that published it. */
  owner?: string;
  scope?: IntegrationScope;
  target?: IntegrationTarget;
}

/** Members of an integration that an update may change: all but its identity. */
export type IntegrationChanges = Partial<Omit<Integration, 'id' | 'name' | 'createdAt'>>;

const isInstalled = (organizations: string): string => `exists (select from integration_installations own
  where own.integration_id = n.id and own.organization_id = any(${organizations}::text[]))`;

/**
 * True when members of the organizations (an array parameter) may see the integration `n` in a list: their own ones and
 * installed ones, too.
 */
const isListed = (organizations: string): string => `n.unpublished_at is null and (n.visibility = 'public'
  or n.organization_id = any(${organizations}::text[]) or ${isInstalled(organizations)})`;

/** The viewer of an integration. */
export interface IntegrationViewer {
  /** Organizations whose integrations they may list. */
  lists: string[];
  /** All of theirs. */
  belongsTo: string[];
  /** The integration that they are, if any. */
  integrationId: string | null;
}

/** The name that it was published under: one that was unpublished has left it to others, see `unpublish`. */
export function nameBefore({ name, unpublishedAt }: Pick<Integration, 'name' | 'unpublishedAt'>): string {
  return unpublishedAt === null ? name : name.slice(0, name.lastIndexOf('~'));
}

/** Every query on `integrations` and `integration_scripts`. */
@Injectable()
export class IntegrationsRepository {
  constructor(private readonly db: Database) {}

  async find(name: string): Promise<Integration | null> {
    const sql = `select ${INTEGRATION_COLUMNS} from integrations n where n.name = $1 and n.unpublished_at is null`;
    return (await this.db.query<Integration>(sql, [name]))[0] ?? null;
  }

  /** Also one that is not published any more. */
  async findById(id: string): Promise<Integration | null> {
    const sql = `select ${INTEGRATION_COLUMNS} from integrations n where n.id = $1`;
    return (await this.db.query<Integration>(sql, [id]))[0] ?? null;
  }

  /**
   * The integration, when somebody may know of it: by its name alone unless it is private, or because it is installed where
   * they are.
   */
  async findVisible(
    name: string,
    { lists, belongsTo, integrationId }: IntegrationViewer,
  ): Promise<Integration | null> {
    return this.db.queryFirst<Integration>(
      `select ${INTEGRATION_COLUMNS} from integrations n where n.name = $1 and n.unpublished_at is null
         and (n.visibility = 'unlisted' or n.id = $3 or ${isListed('$2')} or ${isInstalled('$4')})`,
      [name, lists, integrationId, belongsTo],
    );
  }

  /** Integrations to choose from, by title. */
  list(
    organizationIds: readonly string[],
    filter: IntegrationFilter,
    page: PageRequest,
  ): Promise<Page<Integration>> {
    const values: unknown[] = [organizationIds];
    const conditions = [isListed('$1')];
    const add = (condition: (parameter: string) => string, value: unknown): void => {
      if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
    };
    const { search, blockDomain, blocks, contentSources } = filter;
    add(
      (p) => `(n.name ilike ${p} or n.title ilike ${p})`,
      search === undefined ? undefined : likePattern(search),
    );
    add((p) => `n.categories @> array[${p}::text]`, filter.category);
    add(
      (p) => `n.block_domains @> array[${p}::text]`,
      blockDomain === undefined ? undefined : bareHost(blockDomain),
    );
    add((p) => `(jsonb_array_length(n.blocks) > 0) = ${p}::boolean`, blocks);
    add((p) => `(jsonb_array_length(n.content_sources) > 0) = ${p}::boolean`, contentSources);
    add((p) => `n.organization_id = ${p}`, filter.owner);
    add((p) => `n.scopes @> array[${p}::text]`, filter.scope);
    add((p) => `n.target = ${p}`, filter.target);
    return paginate<Integration>(this.db, page, {
      select: INTEGRATION_COLUMNS,
      from: `from integrations n where ${conditions.join(' and ')}`,
      values,
      by: byText('lower(n.title)', 'n.id'),
    });
  }

  /** The integration of this name, locked until the transaction ends. */
  async lock(name: string): Promise<Integration | null> {
    const sql = `select ${INTEGRATION_COLUMNS} from integrations n where n.name = $1 for update`;
    return (await this.db.query<Integration>(sql, [name]))[0] ?? null;
  }

  /** @returns false when there is one of the name by now. */
  async insert(integration: Integration): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(IntegrationEntity)
      .values(integration)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  async update(id: string, changes: IntegrationChanges): Promise<void> {
    await this.db.manager.update(IntegrationEntity, { id }, changes);
  }

  /** Takes it out of the catalog. Its name is free again; what it was goes with `deleteUnpublished`. */
  async unpublish(id: string, now: Date): Promise<void> {
    await this.db.execute(
      `update integrations set name = name || '~' || id, unpublished_at = $2, visibility = 'private', sealed_secrets = null,
         icon_blob = null, preview_blobs = '{}', dev_tunnel_url = null, updated_at = $2 where id = $1`,
      [id, now],
    );
  }

  /** Forgets integrations that left the catalog before the time, with their events. */
  async deleteUnpublished(before: Date): Promise<void> {
    await this.db.execute('delete from integrations where unpublished_at < $1', [before]);
    await this.db.execute(
      `delete from integration_scripts s where not exists (select from integrations n where n.script_hash = s.hash)`,
    );
  }

  /** Keeps a script; it stays until the transaction that names it ends. */
  async keepScript(hash: string, source: string): Promise<void> {
    await this.db.execute(
      'insert into integration_scripts (hash, source) values ($1, $2) on conflict (hash) do update set hash = excluded.hash',
      [hash, source],
    );
  }

  async readScript(hash: string): Promise<string | null> {
    const sql = 'select source from integration_scripts where hash = $1';
    return (await this.db.query<{ source: string }>(sql, [hash]))[0]?.source ?? null;
  }

  /** Which of the pictures of an organization integrations show. */
  async findPictures(organizationId: string, blobs: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select split_part(blob, '.', 1) as blob from integrations n cross join lateral unnest(n.preview_blobs || n.icon_blob) as blob
       where n.organization_id = $1 and split_part(blob, '.', 1) = any($2)`,
      [organizationId, blobs],
    );
  }
}

/** A host without what does not tell one site from another. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^(\*\.)?(www\.)?/, '');
}
