import { expect, it } from 'vitest';
import { editAddress } from './git-sources.js';

it.each([
  ['https://github.com/acme/docs.git', 'https://github.com/acme/docs/edit/main/guides/a%20b.md'],
  ['git@github.com:acme/docs.git', 'https://github.com/acme/docs/edit/main/guides/a%20b.md'],
  ['ssh://git@gitlab.com/acme/docs', 'https://gitlab.com/acme/docs/-/edit/main/guides/a%20b.md'],
  ['https://bitbucket.org/acme/docs', 'https://bitbucket.org/acme/docs/src/main/guides/a%20b.md?mode=edit'],
  [
    'https://code.example.org:8443/acme/docs',
    'https://code.example.org:8443/acme/docs/_edit/main/guides/a%20b.md',
  ],
  ['file:///srv/docs', null],
  ['docs', null],
])('the edit address of %s leads to its editor', (repository, address) => {
  expect(editAddress(repository, 'refs/heads/main', 'guides/a b.md')).toBe(address);
});
