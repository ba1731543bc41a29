import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OnJob } from '../src/platform/jobs/on-job.js';
import { onceAt } from '../src/platform/jobs/scheduled.js';
import { startJobs } from './support/job-process.js';
import { createDatabase } from './support/test-app.js';
import { eventually } from './support/eventually.js';

class Handlers {
  readonly runs = vi.fn<(data: object) => void>();

  constructor(private readonly done: Promise<void>) {}

  @OnJob('try')
  run(data: object): Promise<void> {
    this.runs(data);
    return this.done;
  }
}

let dataSource: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ dataSource, drop } = await createDatabase());
});

afterAll(async () => {
  await dataSource.destroy();
  await drop();
});

async function start(done: Promise<void> = Promise.resolve()) {
  const handlers = new Handlers(done);
  return { ...(await startJobs(dataSource, handlers)), runs: handlers.runs };
}

const stateOf = async (): Promise<unknown> =>
  (await dataSource.query("select state, retry_count as retries from jobs.job where name = 'try'"))[0];

it('the job queue runs the jobs of a killed process again, and leaves those of a living one alone', async () => {
  let finish = (): void => undefined;
  const killed = await start(new Promise((resolve) => (finish = resolve)));
  await killed.jobs.enqueue('try', { number: 1 });
  await eventually(() => expect(killed.runs).toHaveBeenCalledOnce());

  const beside = await start();
  expect(await stateOf()).toEqual({ state: 'active', retries: 0 });
  await beside.jobs.onApplicationShutdown();

  await killed.vanish();
  const next = await start();
  await eventually(() => expect(next.runs).toHaveBeenCalledWith({ number: 1 }));
  await eventually(async () => expect(await stateOf()).toEqual({ state: 'completed', retries: 1 }));
  finish();
  await Promise.all([killed.jobs.onApplicationShutdown(), next.jobs.onApplicationShutdown()]);
});

it('the job queue keeps one waiting job of a key, and one job of a scheduled time for good', async () => {
  const countOf = async (key: string) =>
    (
      await dataSource.query('select count(*)::int as jobs from jobs.job where data ->> $1 is not null', [
        key,
      ])
    )[0];
  let finish = (): void => undefined;
  const one = await start(new Promise((resolve) => (finish = resolve)));
  const other = await start();
  // It waits, so that two replicas find it waiting.
  const waiting = { singletonKey: 'same', startAfterSeconds: 60 };
  await Promise.all([one, other, one].map(({ jobs }) => jobs.enqueue('try', { waiting: 1 }, waiting)));
  expect(await countOf('waiting')).toEqual({ jobs: 1 });

  const tick = onceAt(new Date());
  await one.jobs.enqueue('try', { tick: 1 }, tick);
  await eventually(() => expect(one.runs.mock.lastCall ?? other.runs.mock.lastCall).toEqual([{ tick: 1 }]));
  finish();
  await Promise.all([one, other].map(({ jobs }) => jobs.enqueue('try', { tick: 1 }, tick)));
  expect(await countOf('tick')).toEqual({ jobs: 1 });
  await Promise.all([one.jobs.onApplicationShutdown(), other.jobs.onApplicationShutdown()]);
});

it('the job queue adds a job beside a running one of its key, and holds a waiting one until the transaction ends', async () => {
  const { jobs, runs, db } = await start();
  await jobs.enqueue('try', { held: 1 }, { singletonKey: 'held', startAfterSeconds: 1 });
  const seen: object[] = [];
  // Once it is due, a worker is woken that would take it before this one. Of no transaction, as its timer is not.
  setTimeout(() => void jobs.enqueue('try', { waking: 1 }), 1500);
  await db.transaction(async () => {
    await jobs.enqueue('try', { held: 2 }, { singletonKey: 'held' });
    await eventually(() => expect(runs).toHaveBeenCalledWith({ waking: 1 }));
    seen.push(...runs.mock.calls.flat());
  });
  expect(seen).toEqual([{ waking: 1 }]);
  await eventually(() => expect(runs).toHaveBeenCalledWith({ held: 1 }));
  await jobs.enqueue('try', { held: 3 }, { singletonKey: 'held' });
  await eventually(() => expect(runs).toHaveBeenCalledWith({ held: 3 }));
  await jobs.onApplicationShutdown();
});

it('the job queue finds jobs that become due, and jobs of other processes, without a notification', async () => {
  const { jobs, runs } = await start();
  await jobs.enqueue('try', { late: 1 }, { startAfterSeconds: 1 });
  await dataSource.query(`insert into jobs.job (name, data) values ('try', '{"foreign":1}')`);
  await eventually(() => {
    expect(runs).toHaveBeenCalledWith({ foreign: 1 });
    expect(runs).toHaveBeenCalledWith({ late: 1 });
  });
  await jobs.onApplicationShutdown();
});
