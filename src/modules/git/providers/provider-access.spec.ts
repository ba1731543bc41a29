import { describe, expect, it } from 'vitest';
import type { GitProvider } from '../remote/provider-credentials.js';
import { placeOf, repositoryPath } from './provider-access.js';

const CASES: [GitProvider, string, string, string][] = [
  ['github', 'https://github.com/acme/docs.git', 'https://api.github.com', 'repos/acme/docs'],
  ['github', 'https://github.example.com/acme/docs', 'https://github.example.com/api/v3', 'repos/acme/docs'],
  [
    'gitlab',
    'https://gitlab.com/acme/team/docs.git',
    'https://gitlab.com/api/v4',
    'projects/acme%2Fteam%2Fdocs',
  ],
  ['gitea', 'https://codeberg.org/acme/docs.git/', 'https://codeberg.org/api/v1', 'repos/acme/docs'],
  ['gitea', 'https://example.com/git/acme/docs.git', 'https://example.com/git/api/v1', 'repos/acme/docs'],
  [
    'bitbucket',
    'https://bitbucket.org/acme/docs.git',
    'https://api.bitbucket.org/2.0',
    'repositories/acme/docs',
  ],
];

describe('the place of a repository', () => {
  it.each(CASES)('of %s is told from %s', (provider, url, apiBase, path) => {
    const place = placeOf(provider, url)!;
    expect([place.apiBase, repositoryPath(place)]).toEqual([apiBase, path]);
  });

  it.each<[GitProvider, string]>([
    ['other', 'https://git.example.com/docs.git'],
    ['github', 'git@github.com:acme/docs.git'],
    ['gitlab', 'ssh://git@gitlab.com/acme/docs.git'],
    ['github', 'https://github.com/docs.git'],
    ['github', 'https://github.com/acme/docs/tree/main'],
    ['bitbucket', 'https://bitbucket.example.com/scm/acme/docs.git'],
  ])('of %s is unknown at %s', (provider, url) => {
    expect(placeOf(provider, url)).toBeNull();
  });
});
