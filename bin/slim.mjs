/* Removes from node_modules whatever a server never reads, so that images are small. Run after `npm run build` and `npm prune --omit=dev`. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontFiles } from '../dist/src/platform/typography/font-files.js';

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules');

const NEVER_READ = [
  // A peer of @nestjs/swagger that only its compiler plugin wants.
  'typescript',
  'typeorm/browser',
  // The same program as in the package of its platform, where it is started from.
  'workerd/bin',
  '.bin/workerd',
  '.bin/tsc',
  '.bin/tsserver',
];
for (const name of NEVER_READ) rmSync(join(modules, name), { recursive: true, force: true });

// Source maps, and types for compilers.
removeFiles(modules, (file) => /\.map$|\.d\.[cm]?ts$/.test(file));

// Of the fonts for PDF files and pictures two thirds are weights that nothing is set in.
const used = new Set(fontFiles());
const packages = new Set([...used].map((file) => /^.*node_modules[\\/]@[^\\/]+[\\/][^\\/]+/.exec(file)[0]));
for (const folder of packages) removeFiles(folder, (file) => /\.(otf|ttf)$/.test(file) && !used.has(file));

function removeFiles(folder, unwanted) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && unwanted(file)) rmSync(file);
  }
}
