import { Injectable } from '@nestjs/common';
import { Operators } from '#modules/operators/index.js';
import { SignInLinks, type User, Users, UserTokens } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { Logger } from '#platform/logging/logger.js';
import { Members } from './members.service.js';
import type { Organization } from './organizations.repository.js';
import { Organizations } from './organizations.service.js';
import { SetUp } from './set-up.js';

/** Any fixed number: all replicas must agree on it. */
const FIRST_START_LOCK = 7_316_402_992;

export interface FirstStartResult {
  /** The administrator's token, only on the very first start: it is kept nowhere. */
  token?: string;
  organization: Organization;
  user: User;
  /** Address that signs the administrator in once and leads to the set-up; absent once the set-up is done. */
  setUpUrl?: string;
}

/** Gives a new installation somebody who can use it. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly setUp: SetUp,
    private readonly links: SignInLinks,
    private readonly operators: Operators,
    private readonly logger: Logger,
  ) {}

  /**
   * Makes an administrator, who is the first operator too, an organization and a token on an empty database, once, also when several replicas start
   * together.
   * @returns them, or on later starts the first administrator; null without an administrator.
   */
  run(): Promise<FirstStartResult | null> {
    return this.db.transaction(async () => {
      await this.db.query('select pg_advisory_xact_lock($1)', [FIRST_START_LOCK]);
      return this.withSetUpUrl((await this.users.hasNone()) ? await this.create() : await this.find());
    });
  }

  private async create(): Promise<FirstStartResult> {
    const email = this.config.adminEmail ?? 'admin@localhost';
    const user = await this.users.createUser({ email });
    const title = this.config.demo ? 'Demo' : 'My organization';
    const { organization } = await this.organizations.createOrganization(user.id, { title });
    const label = 'First start';
    const { token } = await this.tokens.create(user.id, { label }, this.config.adminToken);
    await this.setUp.begin(user.id);
    await this.operators.begin(user);
    return { token, organization, user };
  }

  /** Each start makes another link, since none is kept: the last one that was printed is good. */
  private async withSetUpUrl(found: FirstStartResult | null): Promise<FirstStartResult | null> {
    if (!found || !(await this.setUp.isOpenFor(found.user.id))) return found;
    const next = `o/${encodeURIComponent(found.organization.id)}/welcome`;
    return { ...found, setUpUrl: await this.links.create(found.user.id, { next }) };
  }

  private async find(): Promise<FirstStartResult | null> {
    if ((await this.operators.list()).length === 0)
      this.logger.warn(
        'Nobody is an operator of this installation: `bindery operator add --user <address>` names one',
      );
    const admin = await this.members.findFirstAdmin();
    if (!admin) return null;
    const organization = await this.organizations.getOrganization(admin.organizationId);
    return { organization, user: await this.users.getUser(admin.userId) };
  }
}
