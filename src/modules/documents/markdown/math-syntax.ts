import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as MathExtension from 'micromark-extension-math';

/**
 * The package also loads KaTeX, for HTML that we make otherwise: ten megabytes in every process that reads Markdown.
 * Its syntax is a separate file, which the package does not export.
 */
const main = createRequire(import.meta.url).resolve('micromark-extension-math');
const syntax = pathToFileURL(join(dirname(main), 'lib', 'syntax.js')).href;

/** The syntax of formulas. */
export const { math } = (await import(syntax)) as Pick<typeof MathExtension, 'math'>;
