import { ConfigError } from './env.js';
import { EnvReader } from './env-reader.js';

/** The signals that are sent. */
export interface TelemetryChoice {
  traces: boolean;
  metrics: boolean;
}

/**
 * Reads which signals are to be sent (OpenTelemetry Environment Variable Specification 1.x). Everything else of it, such as headers,
 * the sampler and the name of the service, is read by the libraries themselves.
 * @throws ConfigError for a wrong address, with which the libraries would silently send nothing.
 */
export function readTelemetry(env: NodeJS.ProcessEnv = process.env): TelemetryChoice {
  const reader = new EnvReader(env);
  const address = (name: string): string | undefined => reader.url(name, ['http:', 'https:']);
  const all = address('OTEL_EXPORTER_OTLP_ENDPOINT');
  const isSent = (signal: 'TRACES' | 'METRICS'): boolean => {
    const own = address(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
    return (own ?? all) !== undefined && reader.text(`OTEL_${signal}_EXPORTER`) !== 'none';
  };
  const choice = { traces: isSent('TRACES'), metrics: isSent('METRICS') };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return reader.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true'
    ? { traces: false, metrics: false }
    : choice;
}
