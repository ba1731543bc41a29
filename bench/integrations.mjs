/* `npm run bench -- integrations`: how soon scripts are told, how many events one takes, and what bad ones do to the others. */
import pg from 'pg';

const GOOD = `export default { async fetch() { console.log('started'); return new Response('ok'); } };`;
const LOOP = `export default { async fetch() { for (;;); } };`;
const BOMB = `export default { async fetch() { const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random())); } };`;
const PROBES = 100;

/** @returns rows of a table: what was measured, the figure, what is asked. */
export async function integrations(bindery, client, organization, { events, rounds }) {
  const db = new pg.Client(bindery.connection());
  await db.connect();
  try {
    const publish = (name, script) =>
      client.call('POST', `/v1/integrations/${name}`, {
        ...{ organization, title: name, description: 'Of the benchmark.', scopes: [], script },
      });
    await publish('bench-good', GOOD);
    const told = new Told(client, db, 'bench-good');
    const cold = [];
    for (let i = 0; i < rounds; i++) {
      // Another script ends the process of the one before.
      await publish('bench-good', `${GOOD}\n// ${i}`);
      cold.push(await told.once());
    }
    const warm = await told.often(PROBES);
    const throughput = await told.perSecond(events);
    const beside = await besideBad(client, db, publish, told);
    return [
      ['event accepted to script started, warm, median', ms(at(warm, 0.5)), '50 ms'],
      ['event accepted to script started, warm, p95', ms(at(warm, 0.95)), ''],
      ['event accepted to script started, cold, median', ms(at(cold, 0.5)), '600 ms'],
      ['event accepted to script started, cold, slowest', ms(at(cold, 1)), ''],
      [`events through one warm script, ${events} in a row`, `${throughput.toFixed(0)}/s`, '200/s'],
      ...beside,
    ];
  } finally {
    await db.end();
  }
}

/**
 * Delays that an endless loop and a memory bomb cause for others, alternating with idle runs so that the machine is the
 * same.
 */
async function besideBad(client, db, publish, told) {
  const rows = [];
  const measure = async () => ({ script: await told.often(PROBES), api: await requests(client, PROBES * 4) });
  const calm = await measure();
  for (const [name, script] of Object.entries({ 'endless loop': LOOP, 'memory bomb': BOMB })) {
    const bad = `bench-${name.replace(' ', '-')}`;
    await publish(bad, script);
    const tasks = () => client.call('POST', `/v1/integrations/${bad}/tasks`, { task: {} });
    const again = setInterval(() => void tasks().catch(() => undefined), 500);
    await tasks();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const busy = await measure();
    clearInterval(again);
    await db.query(
      `delete from integration_events where integration_id = (select id from integrations where name = $1)`,
      [bad],
    );
    for (const [what, where] of Object.entries({ 'another script': 'script', 'API requests': 'api' })) {
      const later = [0.5, 0.95].map((part) => ms(at(busy[where], part) - at(calm[where], part)));
      rows.push([`${name}: ${what} later by, median and p95`, later.join(' '), '100 ms']);
    }
    await new Promise((resolve) => setTimeout(resolve, 11_000));
  }
  return rows;
}

/** An integration that is told things, as tasks, which need no installation. */
class Told {
  constructor(client, db, name) {
    Object.assign(this, { client, db, name });
  }

  /** Milliseconds from the acceptance of an event until the script says that it was started. */
  async once() {
    await this.client.call('POST', `/v1/integrations/${this.name}/tasks`, { task: {} });
    for (;;) {
      const { rows } = await this.db.query(
        `select (logs -> 0 ->> 'timestamp')::timestamptz as started, created_at, state, failure from integration_events
         where integration_id = (select id from integrations where name = $1) order by sequence desc limit 1`,
        [this.name],
      );
      if (rows[0]?.state === 'success') return rows[0].started - rows[0].created_at;
      if (rows[0]?.failure) throw new Error(rows[0].failure);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async often(count) {
    const times = [];
    for (let i = 0; i < count; i++) times.push(await this.once());
    return times;
  }

  /** Events of one queue, which are there at once. */
  async perSecond(count) {
    await this.db.query(
      `insert into integration_events (id, integration_id, queue, type, payload, state, due_at, created_at)
       select 'bench-' || i, n.id, n.id, 'task', jsonb_build_object('eventId', 'bench-' || i, 'type', 'task', 'task', '{}'::jsonb),
         'waiting', now(), now() from integrations n, generate_series(1, $2) i where n.name = $1`,
      [this.name, count],
    );
    const begin = performance.now();
    await this.once();
    return (count + 1) / ((performance.now() - begin) / 1000);
  }
}

async function requests(client, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const begin = performance.now();
    await client.call('GET', '/v1/orgs');
    times.push(performance.now() - begin);
  }
  return times;
}

function at(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)];
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}
