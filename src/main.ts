import { ConfigError, readConfig } from '#platform/config/env.js';
import { describeStart } from './banner.js';
import { startServer } from './server.js';

/* Entry point of `npm start`: the server with its jobs. */
try {
  const config = readConfig();
  const server = await startServer(config);
  process.stdout.write(describeStart({ url: config.publicUrl, firstStart: server.firstStart }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}

/** Expected failures (configuration, a server that cannot run) get their sentence only; surprises keep the stack. */
function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError || (error instanceof Error && error.name.startsWith('EmbeddedPostgres')))
    return error.message;
  return `Bindery could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
