import { RemoteProblem } from '../../remote/remote-problem.js';
import { type HostAccess, type ProviderAccess, repositoryPath } from '../provider-access.js';
import { HostClient, type HostRepository, type WantedHook } from './host-client.js';

interface BitbucketRepository {
  uuid: string;
  slug: string;
  full_name: string;
  mainbranch?: { name: string } | null;
}

interface BitbucketPage<T> {
  values: T[];
}

const EVENTS = [
  'repo:push',
  ...['created', 'updated', 'fulfilled', 'rejected', 'comment_created', 'comment_updated'].map(
    (event) => `pullrequest:${event}`,
  ),
];

/** Bitbucket Cloud. */
export class BitbucketClient extends HostClient<BitbucketRepository> {
  async repositories(access: HostAccess): Promise<HostRepository[]> {
    const path = 'repositories?role=contributor&sort=-updated_on';
    const found = await this.api.list(access, path, valuesOf<BitbucketRepository>);
    return found.map((repository) => this.present(repository));
  }

  /** The API finds repositories by name alone. */
  override async repositoryById(access: HostAccess, id: string): Promise<HostRepository> {
    const found = (await this.repositories(access)).find((repository) => repository.id === id);
    if (!found) throw new RemoteProblem('no-access', 'Bitbucket shows the token no such repository.');
    return found;
  }

  async addHook(access: ProviderAccess, { url, secret }: WantedHook): Promise<string> {
    const hook = { description: 'Bindery', url, secret, active: true, events: EVENTS };
    const path = `${repositoryPath(access)}/hooks`;
    return (await this.api.send<{ uuid: string }>(access, 'POST', path, hook)).uuid;
  }

  protected present({ uuid, slug, full_name, mainbranch }: BitbucketRepository): HostRepository {
    const url = `https://bitbucket.org/${full_name}.git`;
    const owner = full_name.split('/')[0] ?? '';
    return { id: uuid, owner, name: slug, defaultBranch: mainbranch?.name ?? null, url };
  }
}

function valuesOf<T>(page: BitbucketPage<T>): T[] {
  return page.values;
}
