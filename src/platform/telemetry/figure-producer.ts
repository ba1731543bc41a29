import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client';
import { sharedFigures } from './figures.js';

type Figure = MetricObjectWithValues<MetricValue<string>>;
type Labels = Record<string, string | number>;

/** The figures of `/metrics` in the form of OpenTelemetry, so that there is one set of them. */
export class FigureProducer implements MetricProducer {
  private readonly startedAt = timeOf(Date.now() - process.uptime() * 1000);

  constructor(private readonly resource: Resource) {}

  /** Reads all figures. Cumulative ones count since the process began. */
  async collect(): Promise<CollectionResult> {
    const errors: unknown[] = [];
    const metrics: MetricData[] = [];
    for (const registry of sharedFigures()) {
      try {
        const figures = (await registry.getMetricsAsJSON()) as Figure[];
        metrics.push(...figures.flatMap((figure) => metricData(figure, this.startedAt, timeOf(Date.now()))));
      } catch (error) {
        errors.push(error);
      }
    }
    const scopeMetrics = [{ scope: { name: 'bindery' }, metrics }];
    return { resourceMetrics: { resource: this.resource, scopeMetrics }, errors };
  }
}

/** A figure of the Prometheus library; none for a kind that has no like. */
export function metricData(figure: Figure, startTime: HrTime, endTime: HrTime): MetricData[] {
  const { name, help: description } = figure;
  const common = {
    descriptor: {
      name,
      description,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = figure.values.map(({ labels, value }) => ({
    startTime,
    endTime,
    attributes: labels as Labels,
    value,
  }));
  // The library's types say numbers, and its JSON words.
  switch (String(figure.type)) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points }];
    case 'histogram':
      return [
        {
          ...common,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: histograms(figure).map((one) => ({ startTime, endTime, ...one })),
        },
      ];
    default:
      return [];
  }
}

/** Buckets of Prometheus hold those below them too; those of OpenTelemetry do not. */
function histograms({ name, values }: Figure) {
  const byLabels = new Map<
    string,
    { attributes: Labels; ends: [number, number][]; sum: number; count: number }
  >();
  for (const { metricName, labels, value } of values as MetricValueWithName<string>[]) {
    const { le, ...attributes } = labels as Labels;
    const key = JSON.stringify(attributes);
    const one = byLabels.get(key) ?? { attributes, ends: [], sum: 0, count: 0 };
    byLabels.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else one.ends.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
  }
  return [...byLabels.values()].map(({ attributes, ends, sum, count }) => {
    ends.sort(([a], [b]) => a - b);
    const counts = ends.map(([, below], at) => below - (ends[at - 1]?.[1] ?? 0));
    const boundaries = ends.map(([end]) => end).filter((end) => end !== Number.POSITIVE_INFINITY);
    return { attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
