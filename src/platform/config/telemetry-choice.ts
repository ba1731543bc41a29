/** The signals that are sent. */
export interface TelemetryChoice {
  traces: boolean;
  metrics: boolean;
}

/**
 * Reads which signals are to be sent (OpenTelemetry Environment Variable Specification 1.x). Everything else of it, such as headers,
 * the sampler and the name of the service, is read by the libraries themselves.
 */
export function readTelemetry(env: NodeJS.ProcessEnv = process.env): TelemetryChoice {
  const isSent = (signal: 'TRACES' | 'METRICS'): boolean =>
    env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
    env[`OTEL_${signal}_EXPORTER`] !== 'none' &&
    Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
  return { traces: isSent('TRACES'), metrics: isSent('METRICS') };
}
