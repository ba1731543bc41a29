import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { WORD_LANGUAGES, wordsOf } from '#modules/words/index.js';

const folder = new URL('./assets/scripts/', import.meta.url);
const diagrams = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');

/** Loaded at once with every page; the others are asked for by what needs them. */
export const SCRIPT_MODULES = [
  ...['dom', 'theme', 'announcement', 'code', 'tabs', 'target', 'outline', 'menu', 'popups', 'media'],
  ...['page-actions', 'navigation', 'page-swap', 'search', 'insights'],
] as const;

/**
 * All scripts by their file names: the modules of `assets/scripts`, the words they say in each language, and the library that
 * draws diagrams. They lie side by side below one address, so that modules import each other by name, and no bundler is needed.
 */
export function readScripts(): Map<string, () => string> {
  const own = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map([
    ...own.map((name): [string, () => string] => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return [name, () => text];
    }),
    ...[...WORD_LANGUAGES].map((language): [string, () => string] => [
      `words-${language}.js`,
      () => `export default ${JSON.stringify(wordsOf(language).interaction)};\n`,
    ]),
    // Large and seldom wanted: read when it is.
    [DIAGRAMS, () => readFileSync(diagrams, 'utf8')],
  ]);
}

/** The library that draws diagrams. */
export const DIAGRAMS = 'mermaid.js';
