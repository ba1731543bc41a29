/* Loads TypeScript of `src/` by the names that it has when it is compiled. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const SOURCES = new URL('../../src/', import.meta.url).href;

export function resolve(specifier, context, next) {
  const own = specifier.replace(/^#(platform|modules)\//, `${SOURCES}$1/`);
  const isRelative = /^\.{1,2}\//.test(own) && context.parentURL?.startsWith(SOURCES);
  const url = isRelative ? new URL(own, context.parentURL).href : own;
  if (!url.startsWith(SOURCES) || !url.endsWith('.js')) return next(specifier, context);
  return { url: url.replace(/\.js$/, '.ts'), format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (!url.startsWith(SOURCES) || !url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  return { format: 'module', source: code, shortCircuit: true };
}
