import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { WORD_LANGUAGES, wordsOf } from '#modules/words/index.js';

const folder = new URL('./assets/scripts/', import.meta.url);
const diagrams = createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');

/** Modules that load with every page; they load the others on demand. */
export const SCRIPT_MODULES = [
  ...['dom', 'theme', 'announcement', 'code', 'tabs', 'target', 'outline', 'menu', 'popups', 'media'],
  ...['page-actions', 'navigation', 'page-swap', 'search', 'insights'],
] as const;

/**
 * All scripts by their file names: the modules of `assets/scripts`, their texts in each language, and the library that
 * draws diagrams. They are below one address, so that modules import each other by name, and no bundler is needed.
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
    // The library is large and seldom needed, so it is read on request.
    [DIAGRAMS, () => readFileSync(diagrams, 'utf8')],
  ]);
}

/** The library that draws diagrams. */
export const DIAGRAMS = 'mermaid.js';
