#!/usr/bin/env node
/* Writes dist/: JavaScript of the sources, and beside it whatever they read while they run (pages' scripts, schemas, templates). */
import { spawnSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Types are checked by `npm run types`: to check them here too would make the first start wait for half a minute more.
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck'],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);
if (status !== 0) process.exit(status ?? 1);

cpSync(join(root, 'src'), join(root, 'dist/src'), {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/\.tsx?$/.test(path),
});
