#!/usr/bin/env node
/* Builds when dist/ is missing or older than the sources, so that `npm ci && npm start` is all a newcomer types. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, 'dist/.built');

// The container image has dist/ and no sources.
if (
  existsSync(join(root, 'src')) &&
  (!existsSync(built) || newest(join(root, 'src')) > statSync(built).mtimeMs)
) {
  process.stderr.write('Building Bindery…\n');
  await import('./build.mjs');
}

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  );
}
