import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GitServer } from './git-server.js';

export interface FakePull {
  number: number;
  title: string;
  state: 'open' | 'closed';
  merged: boolean;
  isFork: boolean;
  target: string;
  sha: string;
}

export interface FakeComment {
  id: number;
  pull: number;
  author: string;
  body: string;
}

/** The part of Gitea's API that is about pull requests, for the repositories of a server. Everybody may use it. */
export class FakePullHost {
  readonly pulls = new Map<string, FakePull>();
  readonly comments: FakeComment[] = [];
  readonly statuses: {
    sha: string;
    state: string;
    context: string;
    description: string;
    target_url: string;
  }[] = [];
  /** Statuses with which requests are refused, by the end of their path. */
  readonly refused = new Map<string, number>();
  private count = 0;

  constructor(private readonly server: GitServer) {
    server.api = (request, response) => void this.answer(request, response);
  }

  /** Opens a pull request with one commit, or adds one to it. */
  push(
    name: string,
    number: number,
    files: Record<string, string>,
    facts: Partial<Pick<FakePull, 'title' | 'isFork' | 'target'>> & { from?: string } = {},
  ): FakePull {
    const ref = `refs/pull/${number}/head`;
    const known = this.pulls.get(`${name} ${number}`);
    const from = facts.from ?? (known ? ref : 'refs/heads/main');
    const sha = this.server.commit(name, files, `Pull ${number}`, { ref, from });
    const pull: FakePull = known ?? {
      ...{ number, title: 'Better words', state: 'open', merged: false, isFork: false, target: 'main' },
      sha,
    };
    Object.assign(pull, facts, { sha });
    this.pulls.set(`${name} ${number}`, pull);
    return pull;
  }

  pull(name: string, number: number): FakePull {
    return this.pulls.get(`${name} ${number}`)!;
  }

  say(number: number, author: string, body: string): FakeComment {
    const comment = { id: ++this.count, pull: number, author, body };
    this.comments.push(comment);
    return comment;
  }

  /** Bodies of the comments of a pull request. */
  said(number: number): string[] {
    return this.comments.filter(({ pull }) => pull === number).map(({ body }) => body);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body =
      chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>) : {};
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const refused = [...this.refused].find(([end]) => pathname.includes(end))?.[1];
    const [, name = '', rest = ''] = /^\/api\/v1\/repos\/([^/]+\/[^/]+)\/(.*)$/.exec(pathname) ?? [];
    const found =
      refused === undefined ? this.find(request.method ?? 'GET', `${name}.git`, rest, body) : null;
    response.writeHead(refused ?? (found === null ? 404 : 200), { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  }

  private find(method: string, name: string, rest: string, body: Record<string, string>): unknown {
    const [kind, key = '', part] = rest.split('/');
    if (kind === 'pulls' && key === '')
      return [...this.pulls]
        .filter(([of, { state }]) => of.startsWith(`${name} `) && state === 'open')
        .map(([, pull]) => shown(pull));
    const pull = this.pulls.get(`${name} ${key}`);
    if (kind === 'pulls' && part === 'reviews') return [];
    if (kind === 'pulls') {
      if (pull && method === 'PATCH') Object.assign(pull, body);
      return pull ? shown(pull) : null;
    }
    if (kind === 'statuses') return this.statuses.push({ sha: key, ...(body as never as object) } as never);
    if (kind === 'issues' && part === 'comments') {
      if (method === 'POST') return this.say(Number(key), 'bindery-bot', body['body'] ?? '');
      return this.comments
        .filter((comment) => comment.pull === Number(key))
        .map(({ author, ...comment }) => ({
          ...comment,
          user: { login: author },
          created_at: '2026-01-01T00:00:00Z',
        }));
    }
    const comment = this.comments.find(({ id }) => String(id) === part);
    if (comment && method === 'DELETE') this.comments.splice(this.comments.indexOf(comment), 1);
    return comment ? Object.assign(comment, body) : null;
  }
}

function shown({ number, title, state, merged, isFork, target, sha }: FakePull): object {
  return {
    ...{ number, title, state, merged, user: { login: 'octocat' } },
    html_url: `https://git.example.com/pulls/${number}`,
    head: { ref: 'patch', sha, repo: { id: isFork ? 2 : 1 } },
    base: { ref: target, sha: '', repo: { id: 1 } },
  };
}
