import { type ProviderAccess, repositoryPath } from '../provider-access.js';
import { HostClient, type HostRepository, type WantedHook } from './host-client.js';

/** A repository as GitHub and those that are like it write it. */
export interface GitHubStyleRepository {
  id: number;
  name: string;
  owner: { login: string };
  default_branch?: string | null;
  clone_url: string;
}

const EVENTS = ['push', 'pull_request', 'issue_comment'];

/** Operations that GitHub has, and Gitea as GitHub. */
export abstract class GitHubStyleClient<Found extends GitHubStyleRepository> extends HostClient<Found> {
  /** Members of a webhook that each product has for itself. */
  protected abstract readonly hook: object;

  async addHook(access: ProviderAccess, { url, secret }: WantedHook): Promise<string> {
    const config = { url, secret, content_type: 'json' };
    const hook = { ...this.hook, active: true, events: EVENTS, config };
    const path = `${repositoryPath(access)}/hooks`;
    return String((await this.api.send<{ id: number }>(access, 'POST', path, hook)).id);
  }

  protected present({ id, name, owner, default_branch, clone_url }: Found): HostRepository {
    const defaultBranch = default_branch ?? null;
    return { id: String(id), owner: owner.login, name, defaultBranch, url: clone_url };
  }
}
