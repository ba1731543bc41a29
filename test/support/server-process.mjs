/* Starts the server from its sources in a separate process; see server-process.ts. */
import 'reflect-metadata';
import { createServer } from 'vite';

const vite = await createServer({
  configFile: 'vitest.config.ts',
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { readTelemetry } = await vite.ssrLoadModule('/src/platform/config/telemetry-choice.ts');
const { startTelemetry } = await vite.ssrLoadModule('/src/platform/telemetry/telemetry.ts');
await startTelemetry(readTelemetry());
const { readConfig } = await vite.ssrLoadModule('/src/platform/config/env.ts');
const { startServer } = await vite.ssrLoadModule('/src/server.ts');
const { app } = await startServer(readConfig());
process.stdout.write(`port ${app.getHttpServer().address().port}\n`);
