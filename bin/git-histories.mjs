/* `npm run histories -- <count> [<seed> [<path>]]`: random histories of edits in a space and its repository. */
import { spawnSync } from 'node:child_process';

const [count = '1000', seed = 'random', path] = process.argv.slice(2);
if (![count, seed === 'random' ? '1' : seed].every((one) => /^\d+$/.test(one))) {
  console.error('Usage: npm run histories -- <count> [<seed> [<path>]]');
  process.exit(2);
}
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'slow', 'test/git-histories.slow.e2e-spec.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      HISTORIES: count,
      PROPERTY_SEED: seed,
      ...(path === undefined ? {} : { HISTORY_PATH: path }),
    },
  },
);
process.exit(status ?? 1);
