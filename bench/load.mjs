/* The load generator, in a process of its own. Reads one JSON task on standard input, answers one JSON result. */
import autocannon from 'autocannon';

const task = JSON.parse(await read(process.stdin));
let sequence = task.sequenceStart ?? 0;

const result = await autocannon({
  url: task.url,
  connections: task.connections ?? 16,
  ...(task.amount ? { amount: task.amount } : { duration: task.seconds ?? 5 }),
  headers: task.headers,
  requests: [
    {
      method: task.method ?? 'GET',
      setupRequest: (request) => ({
        ...request,
        ...(task.targets ? next(task.targets[sequence++ % task.targets.length]) : {}),
      }),
    },
  ],
});

process.stdout.write(
  JSON.stringify({
    perSecond: result['2xx'] / ((result.finish - result.start) / 1000),
    requests: result['2xx'],
    failures: result.non2xx + result.errors,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
  }),
);

function next(target) {
  const body = target.body && JSON.stringify(target.body).replaceAll('{sequence}', String(sequence));
  return { path: target.path, ...(body ? { body } : {}) };
}

async function read(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
