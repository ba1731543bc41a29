import type { HostApi } from '../../providers/host-api.js';
import { type ProviderAccess, repositoryPath } from '../../providers/provider-access.js';
import type { CommitStatus, HostComment, HostPull, PullHost } from './pull-host.js';
import { nullIfMissing } from './null-if-missing.js';

interface MergeRequest {
  iid: number;
  title: string;
  author: { username: string } | null;
  web_url: string;
  state: string;
  sha: string | null;
  source_project_id: number | null;
  target_project_id: number;
  target_branch: string;
  updated_at?: string;
}

interface Note {
  id: number;
  body: string;
  author: { username: string } | null;
  system: boolean;
  position?: { new_path?: string } | null;
}

/** Merge requests of GitLab. */
export class GitLabPulls implements PullHost {
  constructor(private readonly api: HostApi) {}

  async get(access: ProviderAccess, number: number): Promise<HostPull | null> {
    const found = await nullIfMissing(() =>
      this.api.send<MergeRequest>(access, 'GET', requestPath(access, number)),
    );
    return found && read(found);
  }

  async listOpen(access: ProviderAccess): Promise<HostPull[]> {
    const path = `${repositoryPath(access)}/merge_requests?state=opened`;
    return (await this.api.list<MergeRequest>(access, path)).map(read);
  }

  async setStatus(access: ProviderAccess, oid: string, status: CommitStatus): Promise<void> {
    const { state, context: name, description, url: target_url } = status;
    await this.api.send(access, 'POST', `${repositoryPath(access)}/statuses/${oid}`, {
      ...{ state: state === 'success' ? 'success' : 'failed', name, description, target_url },
    });
  }

  async listComments(access: ProviderAccess, number: number): Promise<HostComment[]> {
    const path = `${requestPath(access, number)}/notes?sort=asc&order_by=created_at`;
    const notes = await this.api.list<Note>(access, path);
    return notes
      .filter(({ system }) => !system)
      .map(({ id, body, author, position }) => ({
        ...{ id: String(id), author: author?.username ?? 'ghost', body },
        ...(position?.new_path ? { path: position.new_path } : {}),
      }));
  }

  async addComment(access: ProviderAccess, number: number, body: string): Promise<string> {
    const path = `${requestPath(access, number)}/notes`;
    return String((await this.api.send<Note>(access, 'POST', path, { body })).id);
  }

  async updateComment(access: ProviderAccess, number: number, id: string, body: string): Promise<void> {
    await this.api.send(access, 'PUT', notePath(access, number, id), { body });
  }

  async deleteComment(access: ProviderAccess, number: number, id: string): Promise<void> {
    await this.api.send(access, 'DELETE', notePath(access, number, id));
  }

  async hasComment(access: ProviderAccess, number: number, id: string): Promise<boolean> {
    const found = await nullIfMissing(() => this.api.send(access, 'GET', notePath(access, number, id)));
    return found !== null;
  }

  async close(access: ProviderAccess, number: number): Promise<void> {
    await this.api.send(access, 'PUT', requestPath(access, number), { state_event: 'close' });
  }
}

function notePath(access: ProviderAccess, number: number, id: string): string {
  return `${requestPath(access, number)}/notes/${encodeURIComponent(id)}`;
}

function requestPath(access: ProviderAccess, number: number): string {
  return `${repositoryPath(access)}/merge_requests/${number}`;
}

function read(request: MergeRequest): HostPull {
  const { iid: number, title, author, web_url: url, state, sha, target_branch: target } = request;
  return {
    ...{ number, title, url, author: author?.username ?? 'ghost', head: sha ?? '', target },
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
    isFork: request.source_project_id !== request.target_project_id,
    updated: request.updated_at ?? '',
    ref: `refs/merge-requests/${number}/head`,
  };
}
