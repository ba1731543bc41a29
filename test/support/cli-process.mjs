/* Runs a command of the command line tool from its sources in a separate process; see cli-process.ts. */
import 'reflect-metadata';
import { createServer } from 'vite';

const vite = await createServer({
  configFile: 'vitest.config.ts',
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { runCli } = await vite.ssrLoadModule('/src/cli/program.ts');
process.exitCode = await runCli(process.argv.slice(2), { out: process.stdout, err: process.stderr });
