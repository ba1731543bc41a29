import { diag, type DiagLogger, DiagLogLevel } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { pino } from 'pino';
import { readVersion } from '../health/version.js';
import { FigureProducer } from './figure-producer.js';
import { SecretsProcessor } from './secrets-processor.js';
import type { TelemetryChoice } from '../config/telemetry-choice.js';

/** For what was not sent yet when the server stops. */
const STOP_MS = 5_000;
/** Asked every few seconds, and of no interest. */
const PROBES = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * Sends traces of requests, statements and jobs, and the figures of `/metrics`, over OTLP.
 * @returns sends what is left, and stops.
 */
export function startSending({ traces, metrics }: TelemetryChoice): () => Promise<void> {
  diag.setLogger(problems(), DiagLogLevel.WARN);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'bindery', 'service.version': readVersion() }))
    .merge(detectResources({ detectors: [hostDetector, envDetector] }));
  const providers: { shutdown(): Promise<void> }[] = [];
  if (traces) {
    const provider = new NodeTracerProvider({
      resource,
      spanProcessors: [new SecretsProcessor(), new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    provider.register();
    registerInstrumentations({
      tracerProvider: provider,
      instrumentations: [
        new HttpInstrumentation({
          ignoreIncomingRequestHook: ({ url = '' }) => PROBES.test(url),
          requireParentforOutgoingSpans: true,
        }),
        // Of statements, the text is told and never the values.
        new PgInstrumentation({ requireParentSpan: true }),
      ],
    });
    providers.push(provider);
  }
  if (metrics) {
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      metricProducers: [new FigureProducer(resource)],
    });
    providers.push(new MeterProvider({ resource, readers: [reader] }));
  }
  return async () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    const done = Promise.allSettled(providers.map((provider) => provider.shutdown())).then(() => undefined);
    await Promise.race([done, late]);
  };
}

/** Lines about a receiver that is away or refuses, in the form of the log. */
function problems(): DiagLogger {
  const log = pino({ base: undefined });
  const warn = (text: string): void => log.warn(`OpenTelemetry: ${messageIn(text).slice(0, 300)}`);
  const nothing = (): void => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}

/** The libraries tell of errors as JSON, with their stacks. */
function messageIn(text: string): string {
  const [, message] = /"message":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return message === undefined ? text : (JSON.parse(message) as string);
}
