import type { HostAccess } from '../provider-access.js';
import { GitHubStyleClient, type GitHubStyleRepository } from './github-style-client.js';
import type { HostRepository } from './host-client.js';

interface GiteaRepository extends GitHubStyleRepository {
  empty?: boolean;
}

/** Gitea and Forgejo, whose operations are the same. */
export class GiteaClient extends GitHubStyleClient<GiteaRepository> {
  protected readonly hook = { type: 'gitea' };

  async repositories(access: HostAccess): Promise<HostRepository[]> {
    const found = await this.api.list<GiteaRepository>(access, 'user/repos');
    return found.map((repository) => this.present(repository));
  }

  protected override present(found: GiteaRepository): HostRepository {
    const repository = super.present(found);
    // The name of a branch that an empty repository does not have yet.
    return found.empty ? { ...repository, defaultBranch: null } : repository;
  }
}
