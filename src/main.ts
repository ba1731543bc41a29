import { ConfigError } from '#platform/config/env.js';
import { readTelemetry } from '#platform/config/telemetry-choice.js';
import { startTelemetry } from '#platform/telemetry/telemetry.js';

/* Entry point of `npm start`. Libraries that are traced have to be loaded after tracing began. */
try {
  await startTelemetry(readTelemetry());
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('./start.js');
