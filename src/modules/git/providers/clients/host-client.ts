import type { HostApi } from '../host-api.js';
import { type HostAccess, type ProviderAccess, repositoryPath } from '../provider-access.js';

/** A repository as its host names it. */
export interface HostRepository {
  /** Stays when the repository is renamed or moved. */
  id: string;
  owner: string;
  name: string;
  /** Null for an empty repository. */
  defaultBranch: string | null;
  /** Address that Git asks. */
  url: string;
}

export interface HostFile {
  name: string;
  path: string;
  sha: string;
  /** In bytes. */
  size: number;
}

export interface WantedHook {
  /** Address that the host is to tell. */
  url: string;
  secret: string;
}

/** The operations of a host that we ask for. All throw HostRefused and RemoteProblem. */
export abstract class HostClient<Found = unknown> {
  /** Path of repositories by their id. */
  protected readonly byId: string = 'repositories';

  constructor(protected readonly api: HostApi) {}

  /** Repositories that the token may write to, those of the newest changes first where the host says so. */
  abstract repositories(access: HostAccess): Promise<HostRepository[]>;

  /** Has the host tell of pushes and of pull requests. Answers the id of the webhook. */
  abstract addHook(access: ProviderAccess, hook: WantedHook): Promise<string>;

  protected abstract present(found: Found): HostRepository;

  async repository(access: ProviderAccess): Promise<HostRepository> {
    return this.present(await this.api.send<Found>(access, 'GET', repositoryPath(access)));
  }

  /** The repository with the id that the host gave it. */
  async repositoryById(access: HostAccess, id: string): Promise<HostRepository> {
    const path = `${this.byId}/${encodeURIComponent(id)}`;
    return this.present(await this.api.send<Found>(access, 'GET', path));
  }

  async removeHook(access: ProviderAccess, id: string): Promise<void> {
    await this.api.send(access, 'DELETE', `${repositoryPath(access)}/hooks/${encodeURIComponent(id)}`);
  }
}

/** Hosts whose branches and files the contract lets callers look at before they choose. */
export interface BrowsedHost extends Pick<HostClient, 'repositories' | 'repository' | 'repositoryById'> {
  /** Names of branches. */
  branches(access: ProviderAccess): Promise<string[]>;
  file(access: ProviderAccess, path: string, ref: string): Promise<HostFile>;
}
