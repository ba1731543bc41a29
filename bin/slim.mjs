/* Removes from node_modules whatever a server never reads, so that images are small. Run after `npm run build` and `npm prune --omit=dev`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontFiles } from '../dist/src/platform/typography/font-files.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

const NEVER_READ = [
  // A peer of @nestjs/swagger that only its compiler plugin wants.
  'typescript',
  'typeorm/browser',
  // The same program as in the package of its platform, where it is started from, and a sample worker.
  'workerd/bin',
  'workerd/worker.mjs',
  '.bin/workerd',
  '.bin/tsc',
  '.bin/tsserver',
  // Copies of the same code for browsers and bundlers. `require` reads the rest.
  ...['bundles', 'esm', 'esm5'].map((name) => `rxjs/dist/${name}`),
  ...['es6', 'es6-modern', 'source', 'bundle', 'min', 'mobile'].map((name) => `libphonenumber-js/${name}`),
  ...['full', 'min', 'mobile'].flatMap((name) => [
    `libphonenumber-js/metadata.${name}.json`,
    `libphonenumber-js/metadata.${name}.json.js`,
  ]),
  ...['class-validator', 'class-transformer'].flatMap((name) =>
    ['bundles', 'esm5', 'esm2015'].map((folder) => `${name}/${folder}`),
  ),
  ...readdirSync(join(modules, '@opentelemetry')).flatMap((name) =>
    ['esm', 'esnext'].map((folder) => `@opentelemetry/${name}/build/${folder}`),
  ),
  'csv-parse/dist',
  'csv-stringify/dist',
  'validator/es',
  'zod/src',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
  'swagger-ui-dist/swagger-ui.js',
  'xml2js/lib/xml2js.bc.js',
  // Icons are read one by one, each from its own file.
  ...['solid', 'regular', 'brands'].flatMap((style) =>
    ['index.js', 'index.mjs'].map((file) => `@fortawesome/free-${style}-svg-icons/${file}`),
  ),
  // Its HTML writer would load this older KaTeX; Bindery loads only its syntax.
  'micromark-extension-math/node_modules',
  'katex/src',
  'bintrees/test',
];
for (const name of NEVER_READ) rmSync(join(modules, name), { recursive: true, force: true });

// The same modules once more for bundlers.
for (const scope of ['@aws-sdk', '@smithy'])
  for (const name of readdirSync(join(modules, scope)))
    rmSync(join(modules, scope, name, 'dist-es'), { recursive: true, force: true });

// Programs for the Bare runtime, of packages that support Node.js too.
for (const name of readdirSync(modules))
  if (name.startsWith('bare-')) rmSync(join(modules, name, 'prebuilds'), { recursive: true, force: true });

// Source maps, sources and types for compilers, introductions; and fonts for browsers that cannot read WOFF 2, of which none is left.
removeFiles(modules, (file) =>
  /\.(map|ts|[cm]ts|flow|woff)$|[\\/](readme|changelog|history)[^\\/]*\.md$/i.test(file),
);
removeFiles(join(root, 'dist'), (file) => file.endsWith('.map'));

// Of the fonts for PDF files and pictures two thirds are weights that nothing is set in.
const used = new Set(fontFiles());
const packages = new Set([...used].map((file) => /^.*node_modules[\\/]@[^\\/]+[\\/][^\\/]+/.exec(file)[0]));
for (const folder of packages) removeFiles(folder, (file) => /\.(otf|ttf)$/.test(file) && !used.has(file));

// A quarter of the runtime of integrations is symbols for debuggers. Without `strip` they stay.
const runtimes = join(modules, '@cloudflare');
for (const name of existsSync(runtimes) ? readdirSync(runtimes) : []) {
  const program = join(runtimes, name, 'bin', 'workerd');
  // A new file, since the old one may be linked from a cache of packages.
  if (spawnSync('strip', ['-o', `${program}.small`, program]).status === 0)
    renameSync(`${program}.small`, program);
}

/** Removes the files below a folder that a function selects by their path. */
function removeFiles(folder, unwanted) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && unwanted(file)) rmSync(file);
  }
}
