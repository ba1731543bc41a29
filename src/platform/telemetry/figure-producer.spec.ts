import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { expect, it } from 'vitest';
import { metricData } from './figure-producer.js';

it('figures of Prometheus are the same in OpenTelemetry', async () => {
  const registers = [new Registry()];
  const requests = new Histogram({
    ...{ name: 'took_seconds', help: 'Time.', labelNames: ['route'], buckets: [0.1, 1], registers },
  });
  for (const seconds of [0.05, 0.05, 0.5, 3]) requests.observe({ route: 'a' }, seconds);
  requests.observe({ route: 'b' }, 1);
  new Counter({ name: 'jobs_total', help: 'Jobs.', labelNames: ['name'], registers }).inc(
    { name: 'mail' },
    3,
  );
  new Gauge({ name: 'waiting', help: 'Waiting.', registers }).set(7);
  new Summary({ name: 'left_out', help: 'No like.', registers }).observe(1);
  const figures = await registers[0]!.getMetricsAsJSON();
  const data = figures.flatMap((figure) => metricData(figure as never, [1, 0], [2, 0]));
  const shown = data.map(({ descriptor, dataPoints }) => ({
    name: `${descriptor.name} ${descriptor.unit}`.trim(),
    points: dataPoints.map(({ attributes, value }) => [attributes, value]),
  }));
  expect(shown).toEqual([
    {
      name: 'took_seconds s',
      points: [
        [{ route: 'a' }, { buckets: { boundaries: [0.1, 1], counts: [2, 1, 1] }, sum: 3.6, count: 4 }],
        [{ route: 'b' }, { buckets: { boundaries: [0.1, 1], counts: [0, 1, 0] }, sum: 1, count: 1 }],
      ],
    },
    { name: 'jobs_total', points: [[{ name: 'mail' }, 3]] },
    { name: 'waiting', points: [[{}, 7]] },
  ]);
});
