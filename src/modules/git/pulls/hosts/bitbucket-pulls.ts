import type { HostApi } from '../../providers/host-api.js';
import { type ProviderAccess, repositoryPath } from '../../providers/provider-access.js';
import type { CommitStatus, HostComment, HostPull, PullHost } from './pull-host.js';
import { nullIfMissing } from './null-if-missing.js';

interface Side {
  branch: { name: string };
  commit: { hash: string } | null;
  repository: { full_name: string } | null;
}

interface Pull {
  id: number;
  title: string;
  author: { nickname?: string; display_name?: string } | null;
  links: { html: { href: string } };
  state: string;
  source: Side;
  destination: Side;
  updated_on?: string;
}

interface Comment {
  id: number;
  content: { raw: string };
  user: { nickname?: string; display_name?: string } | null;
  inline?: { path?: string } | null;
  deleted?: boolean;
}

const STATES: Record<string, HostPull['state']> = { OPEN: 'open', MERGED: 'merged' };

/** Pull requests of Bitbucket Cloud. It has no refs of them: one of a fork cannot be fetched from the repository. */
export class BitbucketPulls implements PullHost {
  constructor(private readonly api: HostApi) {}

  async get(access: ProviderAccess, number: number): Promise<HostPull | null> {
    const found = await nullIfMissing(() => this.api.send<Pull>(access, 'GET', pullPath(access, number)));
    return found && read(found);
  }

  async listOpen(access: ProviderAccess): Promise<HostPull[]> {
    return (await this.list<Pull>(access, `${repositoryPath(access)}/pullrequests?state=OPEN`)).map(read);
  }

  async setStatus(access: ProviderAccess, oid: string, status: CommitStatus): Promise<void> {
    const { state, context, description, url } = status;
    await this.api.send(access, 'POST', `${repositoryPath(access)}/commit/${oid}/statuses/build`, {
      // The longest that it takes.
      key: context.slice(0, 40),
      name: context,
      state: state === 'success' ? 'SUCCESSFUL' : 'FAILED',
      ...{ description, url },
    });
  }

  async listComments(access: ProviderAccess, number: number): Promise<HostComment[]> {
    const comments = await this.list<Comment>(access, `${pullPath(access, number)}/comments`);
    return comments
      .filter(({ deleted }) => deleted !== true)
      .map(({ id, content, user, inline }) => ({
        ...{ id: String(id), author: nameOf(user), body: content.raw },
        ...(inline?.path ? { path: inline.path } : {}),
      }));
  }

  async addComment(access: ProviderAccess, number: number, body: string): Promise<string> {
    const path = `${pullPath(access, number)}/comments`;
    return String((await this.api.send<Comment>(access, 'POST', path, { content: { raw: body } })).id);
  }

  async updateComment(access: ProviderAccess, number: number, id: string, body: string): Promise<void> {
    await this.api.send(access, 'PUT', commentPath(access, number, id), { content: { raw: body } });
  }

  async deleteComment(access: ProviderAccess, number: number, id: string): Promise<void> {
    await this.api.send(access, 'DELETE', commentPath(access, number, id));
  }

  async hasComment(access: ProviderAccess, number: number, id: string): Promise<boolean> {
    const found = await nullIfMissing(() =>
      this.api.send<Comment>(access, 'GET', commentPath(access, number, id)),
    );
    return found !== null && found.deleted !== true;
  }

  async close(access: ProviderAccess, number: number): Promise<void> {
    await this.api.send(access, 'POST', `${pullPath(access, number)}/decline`);
  }

  private list<T>(access: ProviderAccess, path: string): Promise<T[]> {
    return this.api.list<T>(access, path, (answer: { values: T[] }) => answer.values);
  }
}

function commentPath(access: ProviderAccess, number: number, id: string): string {
  return `${pullPath(access, number)}/comments/${encodeURIComponent(id)}`;
}

function pullPath(access: ProviderAccess, number: number): string {
  return `${repositoryPath(access)}/pullrequests/${number}`;
}

function nameOf(person: Pull['author']): string {
  return person?.nickname ?? person?.display_name ?? 'Somebody';
}

function read({
  id: number,
  title,
  author,
  links,
  state,
  source,
  destination,
  updated_on: updated = '',
}: Pull): HostPull {
  const from = source.repository?.full_name;
  const isFork = from === undefined || from !== destination.repository?.full_name;
  return {
    ...{ number, title, url: links.html.href, author: nameOf(author), isFork, updated },
    head: source.commit?.hash ?? '',
    target: destination.branch.name,
    state: STATES[state] ?? 'closed',
    ref: isFork ? null : `refs/heads/${source.branch.name}`,
  };
}
