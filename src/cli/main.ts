import 'reflect-metadata';
import { runCli } from './program.js';

/* Entry point of `npx bindery`. */
process.exitCode = await runCli(process.argv.slice(2), { out: process.stdout, err: process.stderr });
