import { expect, it } from 'vitest';
import type { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { MAX_SOURCE_SIZE, SourceFetch } from './source-fetch.js';

it('the fetch of a source limits the total size of files that are fetched at once', async () => {
  const bytes = Buffer.alloc(MAX_SOURCE_SIZE / 4, ' ');
  const client = { fetchBytes: () => Promise.resolve({ bytes }) } as unknown as GuardedFetch;
  const fetchFile = new SourceFetch(client).filesOf('{}');
  const files = await Promise.allSettled(
    [...Array(8).keys()].map((n) => fetchFile(`https://example.com/${n}`, 'paths')),
  );
  expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
