/* Lets threads of the application run from its sources: Vitest compiles for its own thread only. */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) register(new URL('typescript-hooks.mjs', import.meta.url));
