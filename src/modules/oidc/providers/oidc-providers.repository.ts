import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { OidcProviderEntity } from './oidc-provider.entity.js';

/** An identity provider as stored. */
export type OidcProvider = Readonly<OidcProviderEntity>;

export type OidcProviderChanges = Partial<Omit<OidcProvider, 'id' | 'organizationId' | 'createdAt' | 'kind'>>;

const COLUMNS = entityColumns(OidcProviderEntity, 'p');

/** Every query on `oidc_providers`. */
@Injectable()
export class OidcProvidersRepository {
  constructor(private readonly db: Database) {}

  /** Oldest first. */
  list(organizationId: string, page: PageRequest): Promise<Page<OidcProvider>> {
    return paginate<OidcProvider>(this.db, page, {
      select: COLUMNS,
      from: 'from oidc_providers p where p.organization_id = $1',
      values: [organizationId],
      by: byTime('p.created_at', 'p.id'),
    });
  }

  /** Providers that people can sign in with, oldest first. */
  listActive(organizationId: string): Promise<OidcProvider[]> {
    return this.db.query<OidcProvider>(
      `select ${COLUMNS} from oidc_providers p where p.organization_id = $1 and p.status = 'active'
       order by p.created_at, p.id`,
      [organizationId],
    );
  }

  /** The same of organizations that take members of a mail domain, which are joined here, for reading only. */
  listActiveForDomain(domain: string): Promise<OidcProvider[]> {
    return this.db.query<OidcProvider>(
      `select ${COLUMNS} from oidc_providers p join organizations o on o.id = p.organization_id
       where o.email_domains @> array[$1::text] and p.status = 'active' order by p.created_at, p.id limit 20`,
      [domain],
    );
  }

  async isAnyActive(): Promise<boolean> {
    const rows = await this.db.query(`select 1 from oidc_providers p where p.status = 'active' limit 1`);
    return rows.length > 0;
  }

  async find(id: string): Promise<OidcProvider | null> {
    return this.db.queryFirst<OidcProvider>(`select ${COLUMNS} from oidc_providers p where p.id = $1`, [id]);
  }

  /** True when the organization has an active provider, apart from one. */
  async hasActive(organizationId: string, besides = ''): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from oidc_providers where organization_id = $1 and id <> $2 and status = 'active' limit 1`,
      [organizationId, besides],
    );
    return rows.length > 0;
  }

  async count(organizationId: string): Promise<number> {
    return this.db.queryCount(
      'select count(*)::int as count from oidc_providers where organization_id = $1',
      [organizationId],
    );
  }

  async insert(provider: OidcProvider): Promise<void> {
    await this.db.manager.insert(OidcProviderEntity, provider);
  }

  async update(id: string, changes: OidcProviderChanges): Promise<void> {
    if (Object.keys(changes).length > 0) await this.db.manager.update(OidcProviderEntity, { id }, changes);
  }

  /** Deletes the provider; foreign keys delete its requests and identities. */
  async delete(id: string): Promise<void> {
    await this.db.manager.delete(OidcProviderEntity, { id });
  }
}
