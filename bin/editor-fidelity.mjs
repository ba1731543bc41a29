#!/usr/bin/env node
/* eslint-disable no-console -- A command line tool: its output is its result. */
/* `npm run fidelity:edit -- <folder>`: prints which Markdown files become another document when the editor opens and saves them. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { runnerImport } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The server's half is built; the editor's half is made for browsers, so Vite loads it from its source. */
const documents = await import(pathToFileURL(join(root, 'dist/src/modules/documents/index.js')).href);
const { module: editor } = await runnerImport(join(root, 'src/browser/editor/document/index.ts'), {
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
});

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: npm run fidelity:edit -- <folder>');
  process.exit(2);
}
await main(folder);

async function main(folder) {
  const files = await markdownFiles(folder);
  const opaque = new Map();
  const counts = { same: 0, blocks: 0 };
  const start = performance.now();
  for (const file of files) {
    const { document } = documents.parsePage(await readFile(file, 'utf8'));
    const node = editor.toEditor(document);
    const problem = problemOf(document, node);
    if (problem === undefined) counts.same += 1;
    else console.log(`${relative(folder, file)}\n  ${problem.slice(0, 300)}`);
    node.descendants((inner) => {
      if (inner.isBlock) counts.blocks += 1;
      const type = inner.type.name.startsWith('opaque') ? inner.attrs.raw.type : undefined;
      if (type !== undefined) opaque.set(type, (opaque.get(type) ?? 0) + 1);
    });
  }
  const time = Math.round(performance.now() - start);
  console.log(`${counts.same} of ${files.length} pages are the same, ${counts.blocks} blocks, ${time} ms`);
  for (const [type, count] of opaque) console.log(`  opaque: ${type} (${count} times)`);
  if (counts.same < files.length) process.exitCode = 1;
}

/** A sentence about the first difference that opening and saving makes; undefined without one. */
function problemOf(document, node) {
  try {
    node.check();
  } catch (error) {
    return `The schema refuses the document: ${error.message}`;
  }
  const back = editor.toDocument(editor.schema.nodeFromJSON(JSON.parse(JSON.stringify(node.toJSON()))));
  return isDeepStrictEqual(back, document) ? undefined : difference(document, back, 'document');
}

function difference(wanted, found, path) {
  const areObjects = [wanted, found].every((one) => one !== null && typeof one === 'object');
  if (!areObjects) return `${path} was ${JSON.stringify(wanted)} and is ${JSON.stringify(found)}`;
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  const name = [...names].find((one) => !isDeepStrictEqual(wanted[one], found[one]));
  return difference(wanted[name], found[name], `${path}.${name}`);
}

async function markdownFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
