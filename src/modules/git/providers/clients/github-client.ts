import { type HostAccess, type ProviderAccess, repositoryPath } from '../provider-access.js';
import { GitHubStyleClient, type GitHubStyleRepository } from './github-style-client.js';
import type { BrowsedHost, HostFile, HostRepository } from './host-client.js';

/** Begin of tokens of installations of a GitHub App. */
const INSTALLATION_TOKEN = /^ghs_/;

/** GitHub and GitHub Enterprise. */
export class GitHubClient extends GitHubStyleClient<GitHubStyleRepository> implements BrowsedHost {
  protected readonly hook = { name: 'web' };

  async repositories(access: HostAccess): Promise<HostRepository[]> {
    const found = INSTALLATION_TOKEN.test(access.token)
      ? await this.api.list(
          access,
          'installation/repositories',
          (answer: { repositories: GitHubStyleRepository[] }) => answer.repositories,
        )
      : await this.api.list<GitHubStyleRepository>(access, 'user/repos?sort=pushed');
    return found.map((repository) => this.present(repository));
  }

  async branches(access: ProviderAccess): Promise<string[]> {
    const path = `${repositoryPath(access)}/branches`;
    return (await this.api.list<{ name: string }>(access, path)).map(({ name }) => name);
  }

  async file(access: ProviderAccess, path: string, ref: string): Promise<HostFile> {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    const address = `${repositoryPath(access)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
    const { name, sha, size, path: found } = await this.api.send<HostFile>(access, 'GET', address);
    return { name, path: found, sha, size };
  }
}
