import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { TelemetryChoice } from '../config/telemetry-choice.js';

let stop: (() => Promise<void>) | undefined;

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

/** Does a job, in a new trace. */
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
