#!/usr/bin/env node
/* `npx bindery …`: builds when needed, then hands over to the command line in dist/. */
import './build-if-needed.mjs';

await import('../dist/src/cli/main.js');
