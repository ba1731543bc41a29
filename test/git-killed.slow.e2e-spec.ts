import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { GitHistory, historySteps } from './support/git-history.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

const ROUNDS = Number(process.env['KILLS'] ?? thoroughly(3));
const SPACES = 4;
/** In milliseconds; a sync of a few pages takes less than half of it. */
const LONGEST_LIFE = 2500;

/** The servers come back after a minute without a sign of life. The application of the test is there: they do not find themselves alone. */
async function forget({ db }: TestApp): Promise<void> {
  await db.execute(
    "update import_runs set updated_at = updated_at - interval '1 hour' where state = 'running'",
  );
  await db.execute("update jobs.job set state = 'created', start_after = now() where state = 'active'");
}

describe.skipIf(!hasGit)('two servers that are killed while they sync', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let replicas: ServerProcess[] = [];
  beforeAll(async () => {
    test = await createTestApp();
    // The application of the test answers requests, and leaves all jobs to the servers that are killed.
    Reflect.set(test.app.get(Jobs), 'wake', () => undefined);
    organization = await buildOrganization(test);
    server = await GitServer.start();
    replicas = await startReplicas();
  });
  afterAll(async () => {
    await killReplicas();
    await server.close();
    await test.close();
  });

  const startReplicas = () => Promise.all([startServerProcess(test), startServerProcess(test)]);
  const killReplicas = () => Promise.all(replicas.map((replica) => replica.kill()));

  it('lose no line, and both sides are equal in the end', async () => {
    const histories: GitHistory[] = [];
    for (let count = 0; count < SPACES; count++) {
      const place = { name: `killed-${count}.git`, isPlain: count % 2 === 1 };
      histories.push(await GitHistory.begin(test, organization, server, place));
    }
    for (let round = 0; round < ROUNDS; round++) {
      const lists = fc.sample(historySteps, { numRuns: SPACES, seed: round });
      for (const [at, history] of histories.entries()) {
        for (const step of lists[at]!.slice(0, 3))
          if (step.side === 'space') await history.inSpace(step);
          else history.inRepository(step);
        await history.requestSync();
      }
      const [life = 0] = fc.sample(fc.nat(LONGEST_LIFE), { numRuns: 1, seed: round });
      await delay(life);
      await killReplicas();
      await forget(test);
      replicas = await startReplicas();
    }
    for (const history of histories) {
      await history.sync();
      expect(await history.lost()).toEqual([]);
      await history.decide();
      await history.sync();
      const { space, repository } = await history.sides();
      expect(repository).toEqual(space);
      history.end();
    }
  }, 3_600_000);
});
