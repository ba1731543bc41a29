import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { Operators } from '#modules/operators/index.js';
import { InstallationSecrets, SignedTokens } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { GitRemote } from '../../remote/git-remote.js';
import { RemoteProblem } from '../../remote/remote-problem.js';
import { HostApi } from '../host-api.js';
import { gitHubApi } from '../provider-access.js';
import { appManifest, type AppManifestOptions } from './app-manifest.js';
import { GitHubAppSecrets } from './github-app-secrets.js';
import { type GitHubApp, GitHubAppsRepository } from './github-apps.repository.js';

/** Codes of GitHub are good for as long. */
const STATE_SECONDS = 3600;

/** The form with which a browser asks GitHub for an App. */
export interface NewApp {
  /** Address that takes the form. */
  action: string;
  /** Value of its field `manifest`. */
  manifest: string;
}

interface MadeApp {
  id: number;
  slug: string;
  owner: { login: string };
  client_id: string;
  client_secret: string;
  pem: string;
  webhook_secret?: string | null;
}

/** The GitHub Apps of this installation, one a host. Operators make them. */
@Injectable()
export class GitHubApps {
  private readonly states = new SignedTokens<{ host: string }>(
    this.installationSecrets.declare('github-apps'),
    'github-app',
    this.clock,
  );

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly installationSecrets: InstallationSecrets,
    private readonly operators: Operators,
    private readonly log: InstallationLog,
    private readonly remote: GitRemote,
    private readonly api: HostApi,
    private readonly secrets: GitHubAppSecrets,
    private readonly apps: GitHubAppsRepository,
  ) {}

  /** All of them. @throws as `Operators.requireOperator` */
  async list(actor: Actor): Promise<GitHubApp[]> {
    await this.operators.requireOperator(actor);
    return this.apps.list();
  }

  /**
   * The form that makes an App at GitHub, which sends the browser back with a code afterwards.
   * @param host web address of GitHub or of a GitHub Enterprise server.
   * @param account organization of GitHub that the App is to belong to; empty for the person who sends the form.
   * @throws BadRequest for a host that may not be asked, Conflict for one that has an App.
   */
  async begin(
    actor: Actor,
    { host, account, ...options }: { host: string; account: string } & AppManifestOptions,
  ): Promise<NewApp> {
    await this.operators.requireOperator(actor);
    const base = this.hostOf(host);
    await this.requireNone(base);
    if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])?$|^$/i.test(account))
      throw new BadRequest('account must be the name of an organization as its address at GitHub has it.');
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const state = await this.states.sign(
      { host: base, sub: actor.userId },
      { issuedAt, expiresAt: issuedAt + STATE_SECONDS },
    );
    const settings = account === '' ? 'settings' : `organizations/${account}/settings`;
    return {
      action: `${base}/${settings}/apps/new?state=${state}`,
      manifest: JSON.stringify(appManifest(this.urls, options)),
    };
  }

  /**
   * Takes the App that GitHub made over.
   * @param code with which GitHub sent the browser back; it is good once.
   * @throws BadRequest when it was not this operator who began, or GitHub does not know the code; Conflict.
   */
  async finish(actor: Actor, code: string, state: string): Promise<GitHubApp> {
    await this.operators.requireOperator(actor);
    const begun = await this.states.read(state);
    if (!begun || begun.sub !== actor.userId)
      throw new BadRequest('This was not begun here by you, or took too long. Begin again.');
    const { host } = begun;
    await this.requireNone(host);
    const made = await this.convert(host, code);
    const seal = (name: 'clientSecret' | 'privateKey' | 'webhookSecret', secret: string) =>
      this.secrets.seal(host, name, secret);
    const app: GitHubApp = {
      ...{ host, appId: String(made.id), slug: made.slug, owner: made.owner.login },
      clientId: made.client_id,
      clientSecret: await seal('clientSecret', made.client_secret),
      privateKey: await seal('privateKey', made.pem),
      // An App without a webhook has none; nobody can sign with what nobody knows.
      webhookSecret: await seal('webhookSecret', made.webhook_secret || randomBytes(32).toString('hex')),
      ...{ createdBy: actor.userId, createdAt: this.clock.now() },
    };
    await this.db.transaction(async () => {
      if (!(await this.apps.insert(app))) throw hasOne(host);
      await this.log.record({ action: 'github-app.created', target: targetOf(app) });
    });
    return app;
  }

  /**
   * Forgets an App and all its installations: connections that used it stop with a sentence. At GitHub it is deleted by hand.
   * @throws NotFound, and as `Operators.requireRecent`
   */
  async remove(actor: Actor, host: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.operators.requireRecent(actor);
      const app = await this.apps.find(host);
      if (!app) throw new NotFound('GitHub App');
      await this.apps.delete(host);
      await this.log.record({ action: 'github-app.removed', target: targetOf(app) });
    });
  }

  private async convert(host: string, code: string): Promise<MadeApp> {
    const path = `app-manifests/${encodeURIComponent(code)}/conversions`;
    try {
      return await this.api.request<MadeApp>('github', 'POST', `${gitHubApi(host)}/${path}`, {});
    } catch (error) {
      if (error instanceof RemoteProblem)
        throw new BadRequest(`GitHub did not hand the App over. ${error.message} Begin again.`);
      throw error;
    }
  }

  private async requireNone(host: string): Promise<void> {
    if (await this.apps.find(host)) throw hasOne(host);
  }

  /** @throws BadRequest */
  private hostOf(address: string): string {
    const { origin } = new URL(this.remote.parse(address).url);
    return origin;
  }
}

function hasOne(host: string): Conflict {
  return new Conflict(`There is an App for ${host} already. Remove it first.`);
}

function targetOf({ host, slug }: GitHubApp) {
  return { type: 'github-app', id: host, label: slug };
}
