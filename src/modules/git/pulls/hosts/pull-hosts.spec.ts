import { describe, expect, it } from 'vitest';
import type { HostApi } from '../../providers/host-api.js';
import { HostRefused } from '../../providers/host-refused.js';
import type { ApiProvider, ProviderAccess } from '../../providers/provider-access.js';
import { PullHosts } from './pull-hosts.js';

const STATUS = { state: 'failure', context: 'bindery/docs', description: 'No', url: 'https://x' } as const;

/** A host that answers what it is told to, and what it was asked. */
function host(provider: ApiProvider, answers: Record<string, unknown> = {}) {
  const asked: [method: string, path: string, body?: object][] = [];
  const answer = (method: string, path: string, body?: object): unknown => {
    asked.push(body === undefined ? [method, path] : [method, path, body]);
    const found = answers[`${method} ${path}`];
    if (found === undefined) throw new HostRefused(provider, 404);
    return found;
  };
  const api = {
    send: async (_: ProviderAccess, method: string, path: string, body?: object) =>
      answer(method, path, body),
    list: async (_: ProviderAccess, path: string, pick = (one: unknown) => one) => pick(answer('GET', path)),
  };
  const access = { provider, apiBase: 'https://h', owner: 'o', repository: 'r', token: 't' };
  const asking = new PullHosts(api as unknown as HostApi).of({ provider });
  return { asked, access, asking };
}

describe('the pull requests of Gitea', () => {
  it('are as those of forks, where no branch of the repository is behind them', async () => {
    const repo = { id: 1 };
    const pushed = {
      ...{ number: 4, title: 'T', user: { login: 'outsider' }, html_url: 'https://h/4', state: 'open' },
      ...{ head: { ref: 'refs/pull/4/head', sha: 'abc', repo }, base: { ref: 'main', sha: 'def', repo } },
    };
    const { asking, access } = host('gitea', { 'GET repos/o/r/pulls/4': pushed });
    expect(await asking.get(access, 4)).toMatchObject({ isFork: true });
  });
});

describe('the pull requests of GitHub', () => {
  const pull = {
    ...{ number: 3, title: 'T', user: { login: 'octocat' }, html_url: 'https://h/3', state: 'closed' },
    ...{ merged_at: '2026-01-01T00:00:00Z', updated_at: 'u' },
    head: { ref: 'x', sha: 'abc', repo: { id: 1 } },
    base: { ref: 'main', sha: 'def', repo: { id: 1 } },
  };

  it('are read, those of deleted repositories as of forks', async () => {
    const open = { ...pull, state: 'open', merged_at: null, head: { ...pull.head, repo: null } };
    const { asking, access } = host('github', {
      'GET repos/o/r/pulls/3': pull,
      'GET repos/o/r/pulls?state=open': [open],
    });
    const facts = {
      number: 3,
      title: 'T',
      author: 'octocat',
      url: 'https://h/3',
      head: 'abc',
      target: 'main',
    };
    const found = { ...facts, updated: 'u', ref: 'refs/pull/3/head', state: 'merged', isFork: false };
    expect(await asking.get(access, 3)).toEqual(found);
    expect(await asking.listOpen(access)).toEqual([{ ...found, state: 'open', isFork: true }]);
    expect(await asking.get(access, 4)).toBeNull();
  });

  it('are told of statuses and comments, and are closed', async () => {
    const { asking, access, asked } = host('github', {
      'POST repos/o/r/statuses/abc': {},
      'POST repos/o/r/issues/3/comments': { id: 7 },
      'PATCH repos/o/r/issues/comments/7': {},
      'PATCH repos/o/r/pulls/3': {},
    });
    await asking.setStatus(access, 'abc', STATUS);
    expect(await asking.addComment(access, 3, 'A')).toBe('7');
    await asking.updateComment(access, 3, '7', 'B');
    await asking.close(access, 3);
    const { url: target_url, ...status } = STATUS;
    expect(asked).toEqual([
      ['POST', 'repos/o/r/statuses/abc', { ...status, target_url }],
      ['POST', 'repos/o/r/issues/3/comments', { body: 'A' }],
      ['PATCH', 'repos/o/r/issues/comments/7', { body: 'B' }],
      ['PATCH', 'repos/o/r/pulls/3', { state: 'closed' }],
    ]);
  });

  it('have comments on the whole and on lines that are deleted', async () => {
    const { asking, access, asked } = host('github', {
      'DELETE repos/o/r/issues/comments/7': {},
      'GET repos/o/r/pulls/comments/8': {},
    });
    await asking.deleteComment(access, 3, '7');
    expect(await asking.hasComment(access, 3, 'line-8')).toBe(true);
    expect(await asking.hasComment(access, 3, '8')).toBe(false);
    expect(asked.map(([method, path]) => `${method} ${path}`)).toEqual([
      'DELETE repos/o/r/issues/comments/7',
      'GET repos/o/r/pulls/comments/8',
      'GET repos/o/r/issues/comments/8',
    ]);
  });

  it('have comments on the whole and on lines, the oldest first', async () => {
    const { asking, access } = host('github', {
      'GET repos/o/r/issues/3/comments': [
        { id: 1, body: 'Late', user: { login: 'a' }, created_at: '2026-01-02T00:00:00Z' },
      ],
      'GET repos/o/r/pulls/3/comments': [
        { id: 1, body: 'Early', user: null, path: 'docs/a.md', created_at: '2026-01-01T00:00:00Z' },
      ],
    });
    expect(await asking.listComments(access, 3)).toEqual([
      { id: 'line-1', author: 'ghost', body: 'Early', path: 'docs/a.md' },
      { id: '1', author: 'a', body: 'Late' },
    ]);
  });
});

describe('the pull requests of Gitea', () => {
  it('have their comments on lines below their reviews', async () => {
    const { asking, access } = host('gitea', {
      'GET repos/o/r/issues/3/comments': [],
      'GET repos/o/r/pulls/3/reviews': [
        { id: 5, comments_count: 1 },
        { id: 6, comments_count: 0 },
      ],
      'GET repos/o/r/pulls/3/reviews/5/comments': [
        { id: 8, body: 'Here', user: { login: 'a' }, path: 'a.md', created_at: '2026-01-01T00:00:00Z' },
      ],
    });
    expect(await asking.listComments(access, 3)).toEqual([
      { id: 'line-8', author: 'a', body: 'Here', path: 'a.md' },
    ]);
  });
});

describe('the merge requests of GitLab', () => {
  const request = {
    ...{ iid: 3, title: 'T', author: { username: 'a' }, web_url: 'https://h/3', state: 'opened', sha: 'abc' },
    ...{ source_project_id: 1, target_project_id: 1, target_branch: 'main', updated_at: 'u' },
  };

  it('are read', async () => {
    const { asking, access } = host('gitlab', {
      'GET projects/o%2Fr/merge_requests/3': { ...request, source_project_id: null },
      'GET projects/o%2Fr/merge_requests?state=opened': [request],
    });
    expect(await asking.get(access, 3)).toMatchObject({ isFork: true, head: 'abc', target: 'main' });
    expect(await asking.listOpen(access)).toMatchObject([
      { number: 3, state: 'open', isFork: false, ref: 'refs/merge-requests/3/head' },
    ]);
  });

  it('are told of statuses and comments, and are closed', async () => {
    const { asking, access, asked } = host('gitlab', {
      'POST projects/o%2Fr/statuses/abc': {},
      'POST projects/o%2Fr/merge_requests/3/notes': { id: 7 },
      'PUT projects/o%2Fr/merge_requests/3/notes/7': {},
      'PUT projects/o%2Fr/merge_requests/3': {},
      'GET projects/o%2Fr/merge_requests/3/notes?sort=asc&order_by=created_at': [
        { id: 1, body: 'changed the title', author: { username: 'a' }, system: true },
        { id: 2, body: 'Hm', author: { username: 'a' }, system: false, position: { new_path: 'a.md' } },
      ],
    });
    await asking.setStatus(access, 'abc', STATUS);
    expect(asked[0]?.[2]).toMatchObject({ state: 'failed', name: 'bindery/docs', target_url: 'https://x' });
    expect(await asking.addComment(access, 3, 'A')).toBe('7');
    await asking.updateComment(access, 3, '7', 'B');
    expect(await asking.hasComment(access, 3, '7')).toBe(false);
    await asking.close(access, 3);
    expect(asked.at(-1)?.[2]).toEqual({ state_event: 'close' });
    expect(await asking.listComments(access, 3)).toEqual([
      { id: '2', author: 'a', body: 'Hm', path: 'a.md' },
    ]);
  });
});

describe('the pull requests of Bitbucket', () => {
  const side = { branch: { name: 'main' }, commit: { hash: 'abc' }, repository: { full_name: 'o/r' } };
  const pull = {
    ...{
      id: 3,
      title: 'T',
      author: { nickname: 'a' },
      links: { html: { href: 'https://h/3' } },
      state: 'OPEN',
    },
    source: { ...side, branch: { name: 'patch' } },
    destination: side,
  };

  it('are read; those of forks have no ref', async () => {
    const fork = { ...pull, source: { ...pull.source, repository: { full_name: 'x/r' } } };
    const { asking, access } = host('bitbucket', {
      'GET repositories/o/r/pullrequests/3': { ...pull, state: 'DECLINED' },
      'GET repositories/o/r/pullrequests?state=OPEN': { values: [pull, fork] },
    });
    expect(await asking.get(access, 3)).toMatchObject({ state: 'closed', ref: 'refs/heads/patch' });
    expect(await asking.listOpen(access)).toMatchObject([
      { number: 3, state: 'open', isFork: false, head: 'abc', target: 'main' },
      { isFork: true, ref: null },
    ]);
  });

  it('are told of statuses and comments, and are declined', async () => {
    const { asking, access, asked } = host('bitbucket', {
      'POST repositories/o/r/commit/abc/statuses/build': {},
      'POST repositories/o/r/pullrequests/3/comments': { id: 7 },
      'PUT repositories/o/r/pullrequests/3/comments/7': {},
      'DELETE repositories/o/r/pullrequests/3/comments/7': {},
      'GET repositories/o/r/pullrequests/3/comments/7': { id: 7, deleted: true },
      'POST repositories/o/r/pullrequests/3/decline': {},
      'GET repositories/o/r/pullrequests/3/comments': {
        values: [
          { id: 1, content: { raw: 'Gone' }, user: null, deleted: true },
          { id: 2, content: { raw: 'Hm' }, user: { display_name: 'A B' }, inline: { path: 'a.md' } },
        ],
      },
    });
    await asking.setStatus(access, 'abc', STATUS);
    expect(asked[0]?.[2]).toMatchObject({ key: 'bindery/docs', state: 'FAILED', url: 'https://x' });
    expect(await asking.addComment(access, 3, 'A')).toBe('7');
    await asking.updateComment(access, 3, '7', 'B');
    await asking.deleteComment(access, 3, '7');
    expect(await asking.hasComment(access, 3, '7')).toBe(false);
    await asking.close(access, 3);
    expect(await asking.listComments(access, 3)).toEqual([
      { id: '2', author: 'A B', body: 'Hm', path: 'a.md' },
    ]);
  });
});
