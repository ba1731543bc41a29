import { createRequire } from 'node:module';
import type Katex from 'katex';
import { onFirstUse } from '../on-first-use.js';

const load = createRequire(import.meta.url);
/** The library that typesets formulas. Loaded with the first of them: many installations have none. */
export const katex = onFirstUse(() => load('katex') as typeof Katex);
