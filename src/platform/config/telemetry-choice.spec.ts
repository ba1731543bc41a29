import { expect, it } from 'vitest';
import { readTelemetry } from './telemetry-choice.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318';

it.each([
  [{}, false, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT }, true, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }, false, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, false, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.test/v1/traces' }, true, false],
])('with %j, traces are sent: %s, metrics: %s', (env, traces, metrics) =>
  expect(readTelemetry(env)).toEqual({ traces, metrics }),
);

it('names an address that is none', () =>
  expect(() => readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow(
    /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http/,
  ));
