import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Logger } from '#platform/logging/logger.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import { ConnectionSecrets, type OpenedLink } from '../sync/connection-secrets.js';
import { HostClients } from './clients/host-clients.js';
import type { HostFile, HostRepository } from './clients/host-client.js';
import { AppTokens } from './github-app/app-tokens.js';
import { GitHubAppsRepository } from './github-app/github-apps.repository.js';
import { HostRefused } from './host-refused.js';
import { gitHubApi, type HostAccess, placeOf } from './provider-access.js';

/** The credentials with which a host is asked for repositories to choose from. */
export interface ChoiceSource {
  organizationId: string;
  provider: 'github' | 'gitlab';
  /** The connection, where there is one already. */
  connection: OpenedLink | null;
  /** A token that was given before there is a connection. */
  token: string | null;
  /** Web address of one's own GitLab; null for gitlab.com. */
  host: string | null;
}

/** A repository among those that can be chosen. */
export type ChosenRepository = { id: string } | { owner: string; name: string };

const GITLAB = 'https://gitlab.com';
const PAGE_WAIT_MS = 3000;

/** Repositories, branches and files to choose from. All methods throw RemoteProblem where a host cannot be asked. */
@Injectable()
export class HostChoices {
  constructor(
    private readonly apps: GitHubAppsRepository,
    private readonly appTokens: AppTokens,
    private readonly secrets: ConnectionSecrets,
    private readonly clients: HostClients,
    private readonly logger: Logger,
  ) {}

  /** True when the organization has linked an account of GitHub. */
  async hasAccounts(organizationId: string): Promise<boolean> {
    return (await this.apps.listInstallations(organizationId)).length > 0;
  }

  /**
   * Repositories that linked accounts of GitHub let the App use; none where GitHub cannot be asked, or does not answer soon: a page waits
   * for them, and addresses can be typed.
   */
  async ofAccounts(organizationId: string): Promise<HostRepository[]> {
    const source = { provider: 'github', connection: null, token: null, host: null } as const;
    const listed = this.repositories({ organizationId, ...source }).catch((error: unknown) => {
      if (!(error instanceof RemoteProblem)) throw error;
      this.logger.info('The repositories of linked accounts could not be listed', { reason: error.message });
      return [];
    });
    return Promise.race([listed, delay(PAGE_WAIT_MS, [], { ref: false })]);
  }

  /** Repositories that the token may write to, or that linked accounts let the App use. */
  async repositories(source: ChoiceSource): Promise<HostRepository[]> {
    const client = this.clients.browsing(source.provider);
    const lists: HostRepository[] = [];
    for (const access of await this.accesses(source)) lists.push(...(await client.repositories(access)));
    return lists;
  }

  /** Null where no access sees it. */
  async repository(source: ChoiceSource, chosen: ChosenRepository): Promise<HostRepository | null> {
    return (await this.locate(source, chosen))?.repository ?? null;
  }

  /** Names of branches; null where no access sees the repository. */
  async branches(source: ChoiceSource, chosen: ChosenRepository): Promise<string[] | null> {
    const found = await this.locate(source, chosen);
    return found && this.clients.browsing(source.provider).branches(found.access);
  }

  /** Null where there is no such file, or no access sees the repository. */
  async file(
    source: ChoiceSource,
    chosen: ChosenRepository,
    { path, ref }: { path: string; ref: string },
  ): Promise<HostFile | null> {
    const found = await this.locate(source, chosen);
    return found && unlessMissing(this.clients.browsing(source.provider).file(found.access, path, ref));
  }

  private async locate(source: ChoiceSource, chosen: ChosenRepository) {
    const client = this.clients.browsing(source.provider);
    for (const access of await this.accesses(source)) {
      const repository = await unlessMissing(
        'id' in chosen
          ? client.repositoryById(access, chosen.id)
          : client.repository({ ...access, owner: chosen.owner, repository: chosen.name }),
      );
      if (repository)
        return { repository, access: { ...access, owner: repository.owner, repository: repository.name } };
    }
    return null;
  }

  private async accesses(source: ChoiceSource): Promise<HostAccess[]> {
    const { provider, connection, token, host, organizationId } = source;
    if (connection?.secret) {
      const place = placeOf(provider, connection.url);
      const opened = place && (await this.secrets.tokenOf(connection));
      return place && opened ? [{ provider, apiBase: place.apiBase, token: opened.token }] : [];
    }
    if (provider === 'gitlab')
      return token === null ? [] : [{ provider, apiBase: `${host ?? GITLAB}/api/v4`, token }];
    const accesses: HostAccess[] = [];
    for (const { host: gitHub, installationId } of await this.apps.listInstallations(organizationId)) {
      const issued = await this.appTokens.tokenFor({ organizationId, host: gitHub, installationId });
      accesses.push({ provider, apiBase: gitHubApi(gitHub), token: issued });
    }
    return accesses;
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HostRefused && error.status === 404) return null;
    throw error;
  }
}
