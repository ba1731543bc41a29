import type { HostApi } from '../../providers/host-api.js';
import { type ProviderAccess, repositoryPath } from '../../providers/provider-access.js';
import type { CommitStatus, HostComment, HostPull, PullHost } from './pull-host.js';
import { nullIfMissing } from './null-if-missing.js';

interface Side {
  ref: string;
  sha: string;
  repo: { id: number } | null;
}

interface Pull {
  number: number;
  title: string;
  user: { login: string } | null;
  html_url: string;
  state: string;
  merged?: boolean;
  merged_at?: string | null;
  updated_at?: string;
  head: Side;
  base: Side;
}

interface Comment {
  id: number;
  body: string | null;
  user: { login: string } | null;
  path?: string;
  created_at: string;
}

/** Pull requests of GitHub, and of Gitea and Forgejo, whose API follows it. */
export class GitHubStylePulls implements PullHost {
  constructor(private readonly api: HostApi) {}

  async get(access: ProviderAccess, number: number): Promise<HostPull | null> {
    const found = await nullIfMissing(() => this.api.send<Pull>(access, 'GET', pullPath(access, number)));
    return found && read(found);
  }

  async listOpen(access: ProviderAccess): Promise<HostPull[]> {
    return (await this.api.list<Pull>(access, `${repositoryPath(access)}/pulls?state=open`)).map(read);
  }

  async setStatus(access: ProviderAccess, oid: string, status: CommitStatus): Promise<void> {
    const { url: target_url, ...rest } = status;
    await this.api.send(access, 'POST', `${repositoryPath(access)}/statuses/${oid}`, { ...rest, target_url });
  }

  async listComments(access: ProviderAccess, number: number): Promise<HostComment[]> {
    const issue = `${repositoryPath(access)}/issues/${number}/comments`;
    const plain = await this.api.list<Comment>(access, issue);
    const onLines =
      access.provider === 'gitea'
        ? await this.listOfReviews(access, number)
        : await this.api.list<Comment>(access, `${pullPath(access, number)}/comments`);
    const all = [
      ...plain.map((comment) => ({ comment, id: String(comment.id) })),
      ...onLines.map((comment) => ({ comment, id: `line-${comment.id}` })),
    ];
    all.sort((a, b) => Date.parse(a.comment.created_at) - Date.parse(b.comment.created_at));
    return all.map(({ comment: { user, body, path }, id }) => ({
      ...{ id, author: user?.login ?? 'ghost', body: body ?? '' },
      ...(path ? { path } : {}),
    }));
  }

  async addComment(access: ProviderAccess, number: number, body: string): Promise<string> {
    const path = `${repositoryPath(access)}/issues/${number}/comments`;
    return String((await this.api.send<Comment>(access, 'POST', path, { body })).id);
  }

  async updateComment(access: ProviderAccess, _number: number, id: string, body: string): Promise<void> {
    await this.api.send(access, 'PATCH', commentPath(access, id), { body });
  }

  async deleteComment(access: ProviderAccess, _number: number, id: string): Promise<void> {
    await this.api.send(access, 'DELETE', commentPath(access, id));
  }

  async hasComment(access: ProviderAccess, _number: number, id: string): Promise<boolean> {
    const found = await nullIfMissing(() => this.api.send(access, 'GET', commentPath(access, id)));
    return found !== null;
  }

  async close(access: ProviderAccess, number: number): Promise<void> {
    await this.api.send(access, 'PATCH', pullPath(access, number), { state: 'closed' });
  }

  /** Gitea has comments on lines below their reviews only. */
  private async listOfReviews(access: ProviderAccess, number: number): Promise<Comment[]> {
    const path = `${pullPath(access, number)}/reviews`;
    const reviews = await this.api.list<{ id: number; comments_count?: number }>(access, path);
    const found: Comment[] = [];
    for (const { id } of reviews.filter(({ comments_count: count }) => count !== 0))
      found.push(...(await this.api.send<Comment[]>(access, 'GET', `${path}/${id}/comments`)));
    return found;
  }
}

/** Gitea has comments on lines among all others. */
function commentPath(access: ProviderAccess, id: string): string {
  const [, number = id] = /^line-(.*)$/.exec(id) ?? [];
  const kind = number !== id && access.provider === 'github' ? 'pulls' : 'issues';
  return `${repositoryPath(access)}/${kind}/comments/${encodeURIComponent(number)}`;
}

function pullPath(access: ProviderAccess, number: number): string {
  return `${repositoryPath(access)}/pulls/${number}`;
}

function read({ number, title, user, html_url: url, state, head, base, ...rest }: Pull): HostPull {
  const isMerged = rest.merged === true || (rest.merged_at ?? null) !== null;
  return {
    ...{ number, title, url, author: user?.login ?? 'ghost', head: head.sha, target: base.ref },
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    // Gitea takes pushes to `refs/for/…` from everybody who may read: no branch of the repository is behind them.
    isFork:
      head.repo === null ||
      base.repo === null ||
      head.repo.id !== base.repo.id ||
      head.ref.startsWith('refs/'),
    updated: rest.updated_at ?? '',
    ref: `refs/pull/${number}/head`,
  };
}
