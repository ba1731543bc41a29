import { createPrivateKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { Clock } from '#platform/clock/clock.js';
import { RemoteProblem } from '../../remote/remote-problem.js';
import { HostApi } from '../host-api.js';
import { HostRefused } from '../host-refused.js';
import { gitHubApi } from '../provider-access.js';
import { GitHubAppSecrets } from './github-app-secrets.js';
import { type GitHubApp, GitHubAppsRepository } from './github-apps.repository.js';

/** GitHub takes a statement of an App for ten minutes at most; clocks differ. */
const STATEMENT_SECONDS = 540;
const SKEW_SECONDS = 60;
/** A token is used for as long as one piece of work may take before it ends. */
const SPARE_MS = 10 * 60_000;
const MOST_TOKENS = 1000;

interface IssuedToken {
  token: string;
  expires_at: string;
}

/** The repositories that a token is for. */
export interface TokenScope {
  organizationId: string;
  host: string;
  installationId: string;
  /** The only repository it is good for; all of the installation when absent. */
  repositoryId?: string;
}

/** Tokens of installations of GitHub Apps, which GitHub gives out for an hour each. */
@Injectable()
export class AppTokens {
  private readonly kept = new Map<string, { token: string; expiresAt: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly api: HostApi,
    private readonly secrets: GitHubAppSecrets,
    private readonly apps: GitHubAppsRepository,
  ) {}

  /**
   * A token that lasts for some minutes at least.
   * @throws RemoteProblem `no-access` where the organization has no such installation any more, or GitHub gives no token.
   */
  async tokenFor(scope: TokenScope): Promise<string> {
    const { organizationId, host, installationId, repositoryId } = scope;
    const installation = await this.apps.findInstallation(organizationId, host, installationId);
    const app = installation && (await this.apps.find(host));
    if (!installation || !app)
      throw new RemoteProblem(
        'no-access',
        'The organization does not use the GitHub App for this account any more. Link the account again, or give the connection a token.',
      );
    const key = [host, app.appId, installationId, repositoryId ?? ''].join(' ');
    const now = this.clock.now().getTime();
    const kept = this.kept.get(key);
    if (kept && kept.expiresAt - now > SPARE_MS) return kept.token;
    const issued = await this.issue(app, scope, installation.account);
    if (this.kept.size >= MOST_TOKENS) this.kept.clear();
    this.kept.set(key, { token: issued.token, expiresAt: Date.parse(issued.expires_at) });
    return issued.token;
  }

  /** A signed statement by which GitHub knows the App. */
  private async statementOf(app: GitHubApp): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    // GitHub writes keys in PKCS #1, which the library does not read by itself.
    const key = createPrivateKey(await this.secrets.open(app, 'privateKey'));
    return new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(app.appId)
      .setIssuedAt(now - SKEW_SECONDS)
      .setExpirationTime(now + STATEMENT_SECONDS)
      .sign(key);
  }

  private async issue(
    app: GitHubApp,
    { installationId, repositoryId }: TokenScope,
    account: string,
  ): Promise<IssuedToken> {
    const path = `app/installations/${encodeURIComponent(installationId)}/access_tokens`;
    const headers = { authorization: `Bearer ${await this.statementOf(app)}` };
    const body = repositoryId === undefined ? {} : { repository_ids: [Number(repositoryId)] };
    try {
      return await this.api.request<IssuedToken>('github', 'POST', `${gitHubApi(app.host)}/${path}`, {
        headers,
        body,
      });
    } catch (error) {
      throw error instanceof HostRefused ? refusalOf(error, app, account) : error;
    }
  }
}

function refusalOf(error: HostRefused, { slug }: GitHubApp, account: string): RemoteProblem {
  if (error.status === 422)
    return new RemoteProblem(
      'no-access',
      `The GitHub App "${slug}" may not use this repository. Add it to the repositories of the App in the settings of "${account}" at GitHub.`,
    );
  if (error.code === 'no-access')
    return new RemoteProblem(
      'no-access',
      `The GitHub App "${slug}" is not installed at "${account}" any more, or was suspended. Install it again.`,
    );
  return error;
}
