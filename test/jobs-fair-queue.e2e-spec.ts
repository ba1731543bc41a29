import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/platform/database/database.js';
import { OnJob } from '../src/platform/jobs/on-job.js';
import { WorkerRegistration } from '../src/platform/jobs/worker-registration.js';
import { takeStatement, FairJobQueue } from '../src/platform/jobs/fair-job-queue.js';
import { startJobs } from './support/job-process.js';
import { createDatabase } from './support/test-app.js';
import { eventually } from './support/eventually.js';
import { thoroughly } from './support/thoroughly.js';

interface Work {
  organizationId: string;
  number: number;
}

/** Holds every job until it is told to end. */
class Handlers {
  readonly begun: Work[] = [];
  private readonly ends = new Map<Work, { end: () => void; fail: (error: Error) => void }>();

  @OnJob('turns', { timeoutSeconds: 60, atOnce: 3, atOnceEach: 1 })
  run(work: Work): Promise<void> {
    this.begun.push(work);
    return new Promise((end, fail) => this.ends.set(work, { end, fail }));
  }

  get working(): Work[] {
    return [...this.ends.keys()];
  }

  end(organizationId: string, error?: Error): void {
    for (const [work, { end, fail }] of this.ends) {
      if (work.organizationId !== organizationId) continue;
      this.ends.delete(work);
      if (error) fail(error);
      else end();
    }
  }
}

let dataSource: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ dataSource, drop } = await createDatabase());
});

beforeEach(async () => {
  await dataSource.query(`delete from jobs.job`);
});

afterAll(async () => {
  await dataSource.destroy();
  await drop();
});

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function start(connections = dataSource) {
  const handlers = new Handlers();
  const { jobs, db, vanish } = await startJobs(connections, handlers);
  const add = async (organizationId: string, ...numbers: number[]): Promise<void> => {
    for (const number of numbers) await jobs.enqueue('turns', { organizationId, number });
  };
  const stop = async (): Promise<void> => {
    const stopping = jobs.onApplicationShutdown();
    for (const { organizationId } of handlers.working) handlers.end(organizationId);
    await stopping;
  };
  stops.push(stop);
  return { handlers, jobs, db, add, vanish };
}

const isAt = (handlers: Handlers, ...names: string[]): Promise<void> => areAt([handlers], ...names);

/** Whichever of the processes is at which job. */
const areAt = (processes: Handlers[], ...names: string[]): Promise<void> =>
  eventually(() => {
    const working = processes.flatMap((handlers) => handlers.working);
    expect(working.map(({ organizationId, number }) => `${organizationId}${number}`).sort()).toEqual(names);
  });

const statesOf = (): Promise<{ state: string; count: number }[]> =>
  dataSource.query(
    `select state, count(*)::int as count from jobs.job where name = 'turns' group by 1 order by 1`,
  );

it('the fair queue starts the job of another organization at once, however many jobs wait, and then alternates', async () => {
  const { handlers, add } = await start();
  await add('a', ...Array.from({ length: 20 }, (_, number) => number));
  await isAt(handlers, 'a0');
  await add('b', 0, 1, 2);
  await isAt(handlers, 'a0', 'b0');
  // There is room for a third one, and nobody else wants it.
  handlers.end('b');
  await isAt(handlers, 'a0', 'b1');
  await add('c', 0, 1);
  await add('d', 0);
  await isAt(handlers, 'a0', 'b1', 'c0');
  handlers.end('c');
  await isAt(handlers, 'a0', 'b1', 'd0');
  handlers.end('d');
  await isAt(handlers, 'a0', 'b1', 'c1');
  expect(await statesOf()).toEqual([
    { state: 'created', count: 20 },
    { state: 'active', count: 3 },
    { state: 'completed', count: 3 },
  ]);
});

it('the fair queue keeps the limit of an organization across processes', async () => {
  const one = await start();
  const other = await start();
  await one.add('a', 0, 1, 2);
  await isAt(one.handlers, 'a0');
  await other.add('a', 3);
  await other.add('b', 0);
  const both = [one.handlers, other.handlers];
  await areAt(both, 'a0', 'b0');
  await Promise.all([one, other].map(({ add }) => add('a', 4, 5)));
  await areAt(both, 'a0', 'b0');
  one.handlers.end('a');
  await areAt(both, 'a1', 'b0');
  expect(await statesOf()).toContainEqual({ state: 'active', count: 2 });
});

it('the fair queue does not count a job of a killed process, and runs it again', async () => {
  const itsConnections = await new DataSource(dataSource.options).initialize();
  const killed = await start(itsConnections);
  const other = await start();
  await killed.add('a', 0);
  await isAt(killed.handlers, 'a0');
  // Its pool stays open until then.
  await killed.vanish();
  await itsConnections.destroy();
  await other.add('a', 1, 2);
  await isAt(other.handlers, 'a1');
  await stops[1]?.();
  const next = await start();
  await isAt(next.handlers, 'a2');
  next.handlers.end('a');
  await isAt(next.handlers, 'a0');
  expect(await statesOf()).toEqual([
    { state: 'active', count: 1 },
    { state: 'completed', count: 2 },
  ]);
});

it('the fair queue retries a failed job after the other due jobs of its organization, and gives up at last', async () => {
  const { handlers, add } = await start();
  await add('a', 0, 1);
  await isAt(handlers, 'a0');
  handlers.end('a', new Error('It broke.'));
  await isAt(handlers, 'a1');
  handlers.end('a');
  await isAt(handlers, 'a0');
  const of = async (): Promise<unknown> =>
    dataSource.query(
      `select state, retry_count as retries, output ->> 'message' as message from jobs.job
       where name = 'turns' and data ->> 'number' = '0'`,
    );
  expect(await of()).toEqual([{ state: 'active', retries: 1, message: null }]);
  await dataSource.query(`update jobs.job set retry_count = retry_limit where name = 'turns'`);
  handlers.end('a', new Error('It broke.'));
  await eventually(async () =>
    expect(await of()).toEqual([{ state: 'failed', retries: 5, message: 'It broke.' }]),
  );
});

it('the fair queue gives a job that takes too long to another worker', async () => {
  const { handlers, add } = await start();
  await add('b', 0);
  await isAt(handlers, 'b0');
  await dataSource.query(
    `insert into jobs.job (name, data, expire_in, retry_limit, retry_delay)
     values ('turns', '{"organizationId":"a","number":0}', '1 second', 1, 0)`,
  );
  await add('b', 1);
  await eventually(() =>
    expect(handlers.begun.filter(({ organizationId }) => organizationId === 'a')).toHaveLength(2),
  );
});

it('the fair queue refuses jobs that name no organization', async () => {
  const { jobs } = await start();
  await expect(jobs.enqueue('turns', { number: 1 })).rejects.toThrow('organizationId');
});

interface Job {
  organizationId: string;
  number: number;
}

/** The rule, for people: fewest at work, then served longest ago, then waiting for longest. */
function nextOf(
  waiting: readonly Job[],
  active: readonly Job[],
  served: ReadonlyMap<string, number>,
  limit: number,
) {
  const busy = (job: Job): number =>
    active.filter(({ organizationId }) => organizationId === job.organizationId).length;
  const last = ({ organizationId }: Job): number => served.get(organizationId) ?? -1;
  return [...waiting]
    .filter((job) => busy(job) < limit)
    .sort((a, b) => busy(a) - busy(b) || last(a) - last(b) || a.number - b.number)[0];
}

it('the fair queue takes the jobs of any mixture in the order of its rule', async () => {
  const { db } = await start();
  const registration = new WorkerRegistration(db);
  await registration.register(() => Promise.resolve());
  const fairQueue = new FairJobQueue(db, 'jobs', registration.number);
  await dataSource.query(`select jobs.create_queue('order', '{"policy":"standard"}')`);
  await db.transaction(() => fairQueue.createIndexes(['order']));
  const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('take', 'end')), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (chosen, limit) => {
      await dataSource.query(`delete from jobs.job where name = 'order'`);
      const [waiting, active]: [Job[], (Job & { id: string })[]] = [[], []];
      const served = new Map<string, number>();
      const order: [object | undefined, object | undefined][] = [];
      for (const [number, step] of chosen.entries()) {
        if (step === 'take') {
          const taken = await fairQueue.take('order', limit);
          const expected = nextOf(waiting, active, served, limit);
          order.push([taken?.data, expected]);
          if (!taken || !expected) continue;
          waiting.splice(waiting.indexOf(expected), 1);
          active.push({ ...expected, id: taken.id });
          served.set(expected.organizationId, number);
        } else if (step === 'end') {
          const ended = active.shift();
          if (ended)
            await dataSource.query(`update jobs.job set state = 'completed' where id = $1`, [ended.id]);
        } else {
          const job = { organizationId: step, number };
          waiting.push(job);
          await dataSource.query(
            `insert into jobs.job (name, data, start_after) values ('order', $1, now())`,
            [job],
          );
        }
      }
      expect(order.map(([taken]) => taken)).toEqual(order.map(([, expected]) => expected));
    }),
    { numRuns: thoroughly(30) },
  );
  registration.deregister();
});

it('the fair queue finds the next job by indexes, however many jobs wait', async () => {
  const { db } = await start();
  await fillWithJobs(db);
  const rows = await explainTake();
  // A few for each organization that has something waiting.
  expect(rows).toBeLessThan(6 * 51);
});

async function fillWithJobs(db: Database): Promise<void> {
  await db.execute(
    `insert into jobs.job (name, data, start_after)
     select 'turns', jsonb_build_object('organizationId', case when n <= 30000 then 'large' else 'o' || n % 50 end),
       now() - interval '1 day' + n * interval '1 ms'
     from generate_series(1, 31000) n`,
  );
  await db.execute('analyze jobs.job');
}

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Rows of jobs that were read to find the next one. */
async function explainTake(): Promise<number> {
  const [{ 'QUERY PLAN': plans }] = (await dataSource.query(
    `explain (analyze, format json) ${takeStatement('jobs')}`,
    ['turns', 1, '{}'],
  )) as [{ 'QUERY PLAN': [{ Plan: Plan }] }];
  const read = (plan: Plan): number => {
    const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
    const own = plan['Node Type'].includes('Scan') && plan['Relation Name']?.startsWith('j') ? rows : 0;
    return own * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + read(part), 0);
  };
  return read(plans[0].Plan);
}
