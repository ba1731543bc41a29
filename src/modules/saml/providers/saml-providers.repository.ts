import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { SamlProviderEntity } from './saml-provider.entity.js';

/** An identity provider as stored. */
export type SamlProvider = Readonly<SamlProviderEntity>;

export type SamlProviderChanges = Partial<Omit<SamlProvider, 'id' | 'organizationId' | 'createdAt'>>;

const COLUMNS = entityColumns(SamlProviderEntity, 'p');

/** True when it is switched on, and everything is known that a sign-in needs. */
const IS_USABLE = `p.enabled and p.sso_url <> '' and p.entity_id <> '' and p.certificate <> ''`;

/** Every query on `saml_providers`. */
@Injectable()
export class SamlProvidersRepository {
  constructor(private readonly db: Database) {}

  /** Oldest first. */
  list(organizationId: string, page: PageRequest): Promise<Page<SamlProvider>> {
    return paginate<SamlProvider>(this.db, page, {
      select: COLUMNS,
      from: 'from saml_providers p where p.organization_id = $1',
      values: [organizationId],
      by: byTime('p.created_at', 'p.id'),
    });
  }

  /** Providers that people can sign in with, oldest first. */
  listUsable(organizationId: string): Promise<SamlProvider[]> {
    return this.db.query<SamlProvider>(
      `select ${COLUMNS} from saml_providers p where p.organization_id = $1 and ${IS_USABLE}
       order by p.created_at, p.id`,
      [organizationId],
    );
  }

  /**
   * The same of organizations that take members of a mail domain. Those belong to a neighbour; they are joined here, for
   * reading only, because the question is about both.
   */
  listUsableForDomain(domain: string): Promise<SamlProvider[]> {
    return this.db.query<SamlProvider>(
      `select ${COLUMNS} from saml_providers p join organizations o on o.id = p.organization_id
       where o.email_domains @> array[$1::text] and ${IS_USABLE} order by p.created_at, p.id limit 20`,
      [domain],
    );
  }

  async isAnyUsable(): Promise<boolean> {
    const rows = await this.db.query(`select 1 from saml_providers p where ${IS_USABLE} limit 1`);
    return rows.length > 0;
  }

  /** All that can be signed in with, for those who look after the installation. */
  listAllUsable(): Promise<SamlProvider[]> {
    return this.db.query<SamlProvider>(`select ${COLUMNS} from saml_providers p where ${IS_USABLE}`);
  }

  async find(id: string): Promise<SamlProvider | null> {
    const sql = `select ${COLUMNS} from saml_providers p where p.id = $1`;
    return this.db.queryFirst<SamlProvider>(sql, [id]);
  }

  /** True when the organization has an active provider, apart from one. */
  async hasActive(organizationId: string, besides = ''): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from saml_providers where organization_id = $1 and id <> $2 and status = 'active' limit 1`,
      [organizationId, besides],
    );
    return rows.length > 0;
  }

  async count(organizationId: string): Promise<number> {
    return this.db.queryCount(
      'select count(*)::int as count from saml_providers where organization_id = $1',
      [organizationId],
    );
  }

  async insert(provider: SamlProvider): Promise<void> {
    await this.db.manager.insert(SamlProviderEntity, provider);
  }

  async update(id: string, changes: SamlProviderChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await this.db.manager.update(SamlProviderEntity, { id }, changes);
  }

  /** Deletes the provider; foreign keys delete its requests and identities. */
  async delete(id: string): Promise<void> {
    await this.db.manager.delete(SamlProviderEntity, { id });
  }
}
