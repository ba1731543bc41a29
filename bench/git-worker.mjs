/* A process that fetches a repository whenever it is told to: `bench/git.mjs` measures its memory. */
import { createInterface } from 'node:readline';
import { GuardedFetch } from '../dist/src/platform/http-client/guarded-fetch.js';
import { openCommit } from '../dist/src/modules/git/remote/commit-tree.js';
import { GitRemote } from '../dist/src/modules/git/remote/git-remote.js';

const { BENCH_URL: url, BENCH_DATA: dataDir, BENCH_BY: by } = process.env;
const config = {
  allowPrivateNetwork: true,
  gitCacheMb: 1024,
  dataDir,
  ...(by === 'library' && { gitBinary: 'none' }),
};
const remote = new GitRemote(config, new GuardedFetch(config));
let before = new Map();

for await (const _ of createInterface({ input: process.stdin })) {
  const start = performance.now();
  await remote.open({ url }, { cacheKey: 'bench' }, async (git) => {
    const commit = await git.fetchCommit('main');
    // As a sync does: it reads what is new to it.
    const wanted = [...commit.files].filter(([path, { oid }]) => before.get(path) !== oid);
    if (before.size === 0) {
      const { tree } = await openCommit(git, commit);
      for (const path of tree.paths()) await tree.read(path);
    } else {
      await git.loadBlobs(wanted.map(([, { oid }]) => oid));
      for (const [, { oid }] of wanted) await git.readBlob(oid);
    }
    before = new Map([...commit.files].map(([path, { oid }]) => [path, oid]));
  });
  process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - start) / 1000 })}\n`);
}
process.exit();
