/* The load generator, in a separate process. Reads one JSON task on standard input, answers one JSON result. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const task = JSON.parse(await read(process.stdin));
let sequence = task.sequenceStart ?? 0;
const times = [];
const beside = task.beside && (await startBeside(task.beside));

const run = autocannon({
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
// Each answer's own time: the library's summary has no 95th percentile.
run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
const result = await run;
const besideTimes = await beside?.end();

process.stdout.write(
  JSON.stringify({
    perSecond: result['2xx'] / ((result.finish - result.start) / 1000),
    requests: result['2xx'],
    failures: result.non2xx + result.errors,
    ...percentiles(times),
    ...(besideTimes ? { beside: percentiles(besideTimes) } : {}),
  }),
);

/** In ms; of several percentiles the highest is what somebody waited at most. */
function percentiles(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/**
 * Another client, alone on its connection, that makes one small request after the other meanwhile. It runs in a
 * separate process, because this one is busy reading answers.
 */
async function startBeside(path) {
  const reader = fork(new URL('./neighbour.mjs', import.meta.url));
  const ask = async (message) => {
    reader.send(message);
    return (await once(reader, 'message'))[0];
  };
  await ask({ read: { urls: [task.url + path], headers: task.headers } });
  return {
    async end() {
      const { waits } = await ask({});
      reader.disconnect();
      return waits;
    },
  };
}

function next(target) {
  const body = target.body && JSON.stringify(target.body).replaceAll('{sequence}', String(sequence));
  return { path: target.path, ...(body ? { body } : {}) };
}

async function read(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
