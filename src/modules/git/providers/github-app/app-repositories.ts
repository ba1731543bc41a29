import { Injectable } from '@nestjs/common';
import { HostClients } from '../clients/host-clients.js';
import { placeOf } from '../provider-access.js';
import { AppTokens } from './app-tokens.js';
import { GitHubAppsRepository } from './github-apps.repository.js';

/** A repository that an organization may use through the GitHub App. */
export interface AppRepository {
  installationId: string;
  repositoryId: string;
  /** Good for this repository alone, and for less than an hour. */
  token: string;
}

/** Repositories of the accounts that an organization has linked. */
@Injectable()
export class AppRepositories {
  constructor(
    private readonly apps: GitHubAppsRepository,
    private readonly tokens: AppTokens,
    private readonly clients: HostClients,
  ) {}

  /**
   * The repository at an address.
   * @returns null where the organization has not linked the account that it belongs to.
   * @throws RemoteProblem `no-access` where the App may not use it.
   */
  async find(organizationId: string, url: string): Promise<AppRepository | null> {
    const place = placeOf('github', url);
    const host = new URL(url).origin;
    const linked = place && (await this.apps.findOfAccount(organizationId, host, place.owner));
    if (!place || !linked) return null;
    const { installationId } = linked;
    const scope = { organizationId, host, installationId };
    const token = await this.tokens.tokenFor(scope);
    const { id: repositoryId } = await this.clients.of(place).repository({ ...place, token });
    const own = await this.tokens.tokenFor({ ...scope, repositoryId });
    return { installationId, repositoryId, token: own };
  }
}
