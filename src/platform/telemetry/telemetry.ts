import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** What is sent, by OTEL_EXPORTER_OTLP_ENDPOINT and its kin. */
export interface TelemetryChoice {
  traces: boolean;
  metrics: boolean;
}

let stop: (() => Promise<void>) | undefined;

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

/** Begins to send. Call it before the server is loaded: what is loaded already is not traced. Costs nothing where nothing is sent. */
export async function startTelemetry(choice: TelemetryChoice): Promise<void> {
  if (!choice.traces && !choice.metrics) return;
  const { startSending } = await import('./sending.js');
  stop = startSending(choice);
}

/** Sends what is left, for some seconds at most. */
export async function stopTelemetry(): Promise<void> {
  await stop?.();
}

/** The span of the request that is being answered; undefined where nothing is traced. */
export function requestSpan(): Span | undefined {
  return trace.getActiveSpan();
}

/** Names the span of a request by its route, in place of its path, which may hold secrets. */
export function nameRequestSpan(span: Span | undefined, method: string, route: string): void {
  span?.updateName(`${method} ${route}`).setAttribute('http.route', route);
}

/** Ids for log lines. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const found = trace.getActiveSpan()?.spanContext();
  return found ? { traceId: found.traceId, spanId: found.spanId } : {};
}

/** Does a job in a trace of its own. */
export async function inJobSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!stop) return work();
  const span = trace
    .getTracer('bindery')
    .startSpan(`job ${name}`, { root: true, kind: SpanKind.CONSUMER, attributes: { 'bindery.job': name } });
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    // The message may hold what a user wrote.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}
