import { startTelemetry } from '#platform/telemetry/telemetry.js';
import { readTelemetry } from '#platform/config/telemetry-choice.js';

/* Entry point of `npm start`. Libraries that are traced have to be loaded after tracing began. */
await startTelemetry(readTelemetry());
await import('./start.js');
