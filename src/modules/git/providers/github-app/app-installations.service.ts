import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { requireInOrganization, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { InstallationSecrets, SignedTokens } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { RemoteProblem } from '../../remote/remote-problem.js';
import { HostApi } from '../host-api.js';
import { HostRefused } from '../host-refused.js';
import { gitHubApi, type HostAccess } from '../provider-access.js';
import { GitHubAppSecrets } from './github-app-secrets.js';
import { type AppInstallation, type GitHubApp, GitHubAppsRepository } from './github-apps.repository.js';

const STATE_SECONDS = 3600;

interface SeenInstallation {
  id: number;
  app_id: number;
  account: { id: number; login: string; type: 'User' | 'Organization' };
}

/** Accounts that an organization may use, and hosts where it could link more. */
export interface AppInstallationList {
  items: AppInstallation[];
  /** Hosts that have an App. */
  hosts: string[];
}

/** Accounts of GitHub whose repositories an organization may use through the App. */
@Injectable()
export class AppInstallations {
  private readonly states = new SignedTokens<{ host: string; organizationId: string }>(
    this.installationSecrets.declare('github-apps'),
    'github-app-installation',
    this.clock,
  );

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly installationSecrets: InstallationSecrets,
    private readonly audit: AuditLog,
    private readonly api: HostApi,
    private readonly secrets: GitHubAppSecrets,
    private readonly apps: GitHubAppsRepository,
  ) {}

  /** @throws NotFound, Forbidden for those who may not make content. */
  async list(actor: Actor, organizationId: string): Promise<AppInstallationList> {
    requireInOrganization(actor, organizationId, 'createContent');
    const apps = await this.apps.list();
    return {
      items: await this.apps.listInstallations(organizationId),
      hosts: apps.map(({ host }) => host),
    };
  }

  /**
   * The address at GitHub where an account installs the App. GitHub sends the browser back afterwards.
   * @throws NotFound, Forbidden, BadRequest for a host without an App.
   */
  async begin(actor: Actor, organizationId: string, host: string): Promise<string> {
    requireOrganizationAdmin(actor, organizationId);
    const app = await this.apps.find(host);
    if (!app)
      throw new BadRequest(
        `host: there is no GitHub App for ${host}. An operator of the installation makes it.`,
      );
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const state = await this.states.sign(
      { host, organizationId, sub: actor.userId },
      { issuedAt, expiresAt: issuedAt + STATE_SECONDS },
    );
    const home = new URL(host).hostname === 'github.com' ? 'apps' : 'github-apps';
    return `${host}/${home}/${encodeURIComponent(app.slug)}/installations/new?state=${state}`;
  }

  /**
   * Lets an organization use an account of GitHub. Whoever comes back has to own the account: GitHub shows an installation to all who see
   * one of its repositories, and the token of an installation writes to all of them.
   * @param code with which GitHub tells who came back.
   * @throws BadRequest when it was not begun here by the actor, Forbidden for others than owners.
   */
  async finish(
    actor: Actor,
    { code, installationId, state }: { code: string; installationId: string; state: string },
  ): Promise<AppInstallation> {
    const begun = await this.states.read(state);
    if (!begun || begun.sub !== actor.userId)
      throw new BadRequest('This was not begun here by you, or took too long. Begin again.');
    const { host, organizationId } = begun;
    requireOrganizationAdmin(actor, organizationId);
    const app = await this.apps.find(host);
    if (!app) throw new NotFound('GitHub App');
    const account = await this.accountOf(app, code, installationId);
    const installation: AppInstallation = {
      ...{ organizationId, host, installationId, account },
      ...{ createdBy: actor.userId, createdAt: this.clock.now() },
    };
    await this.db.transaction(async () => {
      await this.apps.putInstallation(installation);
      await this.record('organization.github-linked', installation);
    });
    return installation;
  }

  /** Ends it: connections through the App stop with a sentence. @throws NotFound, Forbidden */
  async unlink(actor: Actor, organizationId: string, host: string, installationId: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      const account = await this.apps.deleteInstallation(organizationId, host, installationId);
      if (account === null) throw new NotFound('installation of the GitHub App');
      await this.record('organization.github-unlinked', { organizationId, host, installationId, account });
    });
  }

  private async accountOf(app: GitHubApp, code: string, installationId: string): Promise<string> {
    try {
      const access: HostAccess = {
        provider: 'github',
        apiBase: gitHubApi(app.host),
        token: await this.personTokenFor(app, code),
      };
      const seen = await this.api.list(
        access,
        'user/installations',
        (answer: { installations: SeenInstallation[] }) => answer.installations,
      );
      const found = seen.find(
        ({ id, app_id }) => String(id) === installationId && String(app_id) === app.appId,
      );
      if (!found || !(await this.owns(access, found.account)))
        throw new Forbidden(
          'Only an owner of the account at GitHub lets an organization use it. Ask one of them, or connect spaces with a token of your own.',
        );
      return found.account.login;
    } catch (error) {
      if (error instanceof RemoteProblem)
        throw new BadRequest(`GitHub did not confirm this. ${error.message}`);
      throw error;
    }
  }

  private async owns(access: HostAccess, account: SeenInstallation['account']): Promise<boolean> {
    if (account.type === 'User') {
      const person = await this.api.send<{ id: number }>(access, 'GET', 'user');
      return person.id === account.id;
    }
    const path = `user/memberships/orgs/${encodeURIComponent(account.login)}`;
    try {
      const membership = await this.api.send<{ role: string; state: string }>(access, 'GET', path);
      return membership.role === 'admin' && membership.state === 'active';
    } catch (error) {
      if (error instanceof HostRefused && error.code === 'no-access') return false;
      throw error;
    }
  }

  private async personTokenFor(app: GitHubApp, code: string): Promise<string> {
    const answer = await this.api.request<{ access_token?: string }>(
      'github',
      'POST',
      `${app.host}/login/oauth/access_token`,
      {
        headers: { accept: 'application/json' },
        body: {
          client_id: app.clientId,
          client_secret: await this.secrets.open(app, 'clientSecret'),
          code,
        },
      },
    );
    if (typeof answer.access_token !== 'string')
      throw new BadRequest('GitHub does not know the code any more. Begin again.');
    return answer.access_token;
  }

  private record(
    action: 'organization.github-linked' | 'organization.github-unlinked',
    { organizationId, host, installationId, account }: Omit<AppInstallation, 'createdBy' | 'createdAt'>,
  ): Promise<void> {
    const target = { type: 'github-installation', id: installationId, label: `${host}/${account}` };
    return this.audit.record({ organizationId, action, target });
  }
}
