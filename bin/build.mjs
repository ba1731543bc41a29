#!/usr/bin/env node
/* Builds the server (by Nest) and the scripts of member pages (by Vite) into dist/. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

run('@nestjs/cli/bin/nest.js', 'build');
run('vite/bin/vite.js', 'build', '--logLevel', 'warn');
// Compilers leave files that did not change alone, so no date of theirs tells when the build was.
writeFileSync(join(root, 'dist/.built'), '');

function run(tool, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Only a failure ends the process here: `bin/bindery.mjs` goes on with the command.
  if (status !== 0) process.exit(status ?? 1);
}
