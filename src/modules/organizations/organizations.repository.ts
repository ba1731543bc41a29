import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { MergeRules } from './merge-rules.dto.js';
import { HostnameTaken } from './organization.errors.js';
import { OrganizationHooks } from './organization.hooks.js';
import { OrganizationEntity } from './organization.entity.js';

/** An organization as stored. */
export type Organization = Readonly<OrganizationEntity>;

/** An organization and whether the reader owns one of its teams. */
export type OrganizationRow = Organization & { ownsTeam: boolean };

export type OrganizationChanges = Partial<Omit<OrganizationEntity, 'id' | 'createdAt' | 'type' | 'useCase'>>;

const COLUMNS = entityColumns(OrganizationEntity, 'o');

/** Every query on `organizations`. */
@Injectable()
export class OrganizationsRepository {
  constructor(
    private readonly db: Database,
    private readonly hooks: OrganizationHooks,
  ) {}

  async findById(id: string): Promise<Organization | null> {
    return this.db.queryFirst<Organization>(`select ${COLUMNS} from organizations o where o.id = $1`, [id]);
  }

  async findForUser(id: string, userId: string): Promise<OrganizationRow | null> {
    const sql = `select ${this.columnsForUser()} from organizations o where o.id = $2`;
    return this.db.queryFirst<OrganizationRow>(sql, [userId, id]);
  }

  findAllForUser(ids: readonly string[], userId: string): Promise<OrganizationRow[]> {
    const sql = `select ${this.columnsForUser()} from organizations o where o.id = any($2)`;
    return this.db.query<OrganizationRow>(sql, [userId, ids]);
  }

  async findByHostname(hostname: string): Promise<Organization | null> {
    const sql = `select ${COLUMNS} from organizations o where o.hostname = $1`;
    return this.db.queryFirst<Organization>(sql, [hostname]);
  }

  /** The given organizations by title. */
  listForUser(ids: string[], userId: string, page: PageRequest): Promise<Page<OrganizationRow>> {
    return paginate<OrganizationRow>(this.db, page, {
      select: `${this.columnsForUser()}`,
      // The user is named here too: the count has no columns, and every parameter must have a type.
      from: 'from organizations o where o.id = any($2) and $1::text is not null',
      values: [userId, ids],
      by: byText('lower(o.title)', 'o.id'),
    });
  }

  /**
   * Organizations that take members of the mail domain, by title.
   * @param ids only these; all of them when null.
   */
  findForEmailDomain(domain: string, userId: string, ids: string[] | null): Promise<OrganizationRow[]> {
    return this.db.query<OrganizationRow>(
      `select ${this.columnsForUser()} from organizations o
       where o.email_domains @> array[$2::text] and ($3::text[] is null or o.id = any($3))
       order by lower(o.title), o.id`,
      [userId, domain, ids],
    );
  }

  /** Holds the organization until the end of the transaction, so that changes of its administrators take turns. */
  async lock(id: string): Promise<void> {
    await this.db.query('select 1 from organizations where id = $1 for no key update', [id]);
  }

  /** @returns false when the hostname is taken; the transaction goes on. */
  async insert(organization: Organization): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(OrganizationEntity)
      .values(organization)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  /** @throws HostnameTaken when another organization has the new hostname. */
  async update(id: string, changes: OrganizationChanges): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    try {
      await this.db.manager.update(OrganizationEntity, { id }, changes);
    } catch (error) {
      if (violatedConstraint(error) === 'organizations_hostname_key')
        throw new HostnameTaken(changes.hostname ?? '');
      throw error;
    }
  }

  /** @param change makes new rules of the present ones, which it must not touch; the caller holds the organization. */
  async updateMergeRules(id: string, change: (rules: MergeRules) => MergeRules): Promise<void> {
    const before = await this.findById(id);
    const after = before && change(before.mergeRules);
    if (after && !isDeepStrictEqual(after, before.mergeRules)) await this.update(id, { mergeRules: after });
  }

  /** Counts a change of what readers of its sites see. */
  async touch(id: string): Promise<void> {
    await this.db.execute('update organizations set public_version = public_version + 1 where id = $1', [id]);
  }

  async clearDefaultSite(id: string, siteId: string): Promise<void> {
    await this.db.execute(
      'update organizations set default_site_id = null where id = $1 and default_site_id = $2',
      [id, siteId],
    );
  }

  /** Columns of `OrganizationRow`, for the user `$1`. */
  private columnsForUser(): string {
    return `${COLUMNS}, ${this.hooks.ownsTeam.of({ organization: 'o.id', user: '$1' })} as "ownsTeam"`;
  }
}
