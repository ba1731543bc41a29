import { type HostAccess, type ProviderAccess, repositoryPath } from '../provider-access.js';
import {
  type BrowsedHost,
  HostClient,
  type HostFile,
  type HostRepository,
  type WantedHook,
} from './host-client.js';

interface GitLabProject {
  id: number;
  path: string;
  path_with_namespace: string;
  default_branch?: string | null;
  http_url_to_repo: string;
}

interface GitLabFile {
  file_name: string;
  file_path: string;
  blob_id: string;
  size: number;
}

/** The role of a developer, who may push. */
const MAY_PUSH = 30;

/** GitLab, of its makers or one's own. */
export class GitLabClient extends HostClient<GitLabProject> implements BrowsedHost {
  protected override readonly byId = 'projects';

  async repositories(access: HostAccess): Promise<HostRepository[]> {
    const query = `simple=true&membership=true&min_access_level=${MAY_PUSH}&order_by=last_activity_at`;
    const found = await this.api.list<GitLabProject>(access, `projects?${query}`);
    return found.map((project) => this.present(project));
  }

  async branches(access: ProviderAccess): Promise<string[]> {
    const path = `${repositoryPath(access)}/repository/branches`;
    return (await this.api.list<{ name: string }>(access, path)).map(({ name }) => name);
  }

  async file(access: ProviderAccess, path: string, ref: string): Promise<HostFile> {
    const query = `?ref=${encodeURIComponent(ref)}`;
    const address = `${repositoryPath(access)}/repository/files/${encodeURIComponent(path)}${query}`;
    const file = await this.api.send<GitLabFile>(access, 'GET', address);
    return { name: file.file_name, path: file.file_path, sha: file.blob_id, size: file.size };
  }

  async addHook(access: ProviderAccess, { url, secret: token }: WantedHook): Promise<string> {
    const events = { push_events: true, merge_requests_events: true, note_events: true };
    const hook = { url, token, ...events, enable_ssl_verification: url.startsWith('https:') };
    const path = `${repositoryPath(access)}/hooks`;
    return String((await this.api.send<{ id: number }>(access, 'POST', path, hook)).id);
  }

  protected present(project: GitLabProject): HostRepository {
    const { id, path, path_with_namespace, default_branch, http_url_to_repo: url } = project;
    const owner = path_with_namespace.split('/').slice(0, -1).join('/');
    return { id: String(id), owner, name: path, defaultBranch: default_branch ?? null, url };
  }
}
