import { ConfigError, readConfig } from '#platform/config/env.js';
import { EmbeddedPostgresError } from '#platform/database/embedded/errors.js';
import { DatabaseAway } from '#platform/database/open-database.js';
import { describeStart } from './banner.js';
import { stopTelemetry } from '#platform/telemetry/telemetry.js';
import { startServer } from './server.js';

/* The server with its jobs, as `main.ts` starts it. */
// The job queue does not wait until it has noted that a job is done, so a database that goes away then reaches nobody.
process.on('unhandledRejection', (error) => process.stderr.write(`Unhandled: ${describe(error)}\n`));
try {
  const config = readConfig();
  const starting = startServer(config);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A signal during the start waits for its end: the database is then stopped as it should be.
    process.once(
      signal,
      () =>
        void starting
          .then((server) => server.stop())
          .then(stopTelemetry)
          .then(() => process.exit(0)),
    );
  }
  const server = await starting;
  process.stdout.write(describeStart({ url: config.publicUrl, ...server }));
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}

/** Expected failures (configuration, a server that cannot run) get their sentence only; surprises keep the stack. */
function describeStartFailure(error: unknown): string {
  if ([ConfigError, EmbeddedPostgresError, DatabaseAway].some((kind) => error instanceof kind))
    return (error as Error).message;
  return `Bindery could not start: ${describe(error)}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
