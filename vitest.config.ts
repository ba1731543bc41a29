import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}/`, import.meta.url));

const API = ['test/**/*.e2e-spec.ts', 'test/contract/**/*.spec.ts'];
const SLOW = '{src,test}/**/*.slow.*spec.ts';

export default defineConfig({
  resolve: {
    alias: [
      { find: /^#platform\/(.*)\.js$/, replacement: `${source('platform')}$1` },
      { find: /^#modules\/(.*)\.js$/, replacement: `${source('modules')}$1` },
    ],
  },
  test: {
    projects: [
      // Starts no database, so one of these files takes a second or two.
      { extends: true, test: { name: 'unit', include: ['src/**/*.spec.ts'], exclude: [SLOW] } },
      {
        extends: true,
        test: { name: 'api', include: API, exclude: [SLOW], globalSetup: ['test/support/global-setup.ts'] },
      },
      // Browsers, a million rows, processes that are killed, pages at the limits: for whoever changes these, and the gate.
      {
        extends: true,
        test: { name: 'slow', include: [SLOW], globalSetup: ['test/support/global-setup.ts'] },
      },
    ],
    setupFiles: ['test/support/setup.ts'],
    // These timeouts end tests that hang; they do not measure speed, since a busy machine takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A poll ends as soon as what it waits for is there, so only a failure takes this long.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Files of a worker share its application, and loading its modules took longer than most files.
    isolate: false,
    // One file waits for its database while another computes: with as many workers as processors, a fifth of these is idle.
    maxWorkers: availableParallelism() + 1,
    execArgv: [
      '--throw-deprecation',
      // A tenth of the time went into clearing away what is soon forgotten; with more room for it, it is done less often.
      '--max-semi-space-size=32',
      '--import',
      new URL('test/support/typescript-in-threads.mjs', import.meta.url).href,
    ],
    // To make JavaScript of the application takes longer than most test files: what did not change is kept below node_modules.
    experimental: { fsModuleCache: true },
  },
});
