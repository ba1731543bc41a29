import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization } from './support/factories.js';
import { GitHistory, historySteps } from './support/git-history.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

/** The script `histories` sets these. */
const { HISTORIES, HISTORY_PATH } = process.env;
const COUNT = HISTORIES === undefined ? thoroughly(30) : Number(HISTORIES);
/** Histories at once, each in a separate organization: while one waits for Git or the database, others work. */
const LANES = HISTORY_PATH === undefined ? Math.min(3, COUNT) : 1;
const SHOWN_EVERY = 25;

describe.skipIf(!hasGit)('any history of edits on both sides', () => {
  let test: TestApp;
  let server: GitServer;
  let done = 0;
  let begun = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  it(
    'loses no line, and ends with both sides equal',
    async () => {
      const { seed = Math.trunc(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
      const startedAt = Date.now();
      const show = (): void => {
        done += 1;
        if (HISTORIES !== undefined && (done % SHOWN_EVERY === 0 || done === COUNT))
          process.stderr.write(
            `${done} histories in ${Math.round((Date.now() - startedAt) / 1000)} s, from seed ${seed}\n`,
          );
      };
      const lanes = Array.from({ length: LANES }, (_, at) => runLane(seed + at, at, show));
      const failed = (await Promise.allSettled(lanes)).flatMap((lane) =>
        lane.status === 'rejected' ? [lane.reason as Error] : [],
      );
      if (failed.length > 0)
        throw new AggregateError(failed, failed.map(({ message }) => message).join('\n\n'));
      expect(done).toBe(COUNT);
    },
    Math.max(3_600_000, COUNT * 60_000),
  );

  async function runLane(seed: number, lane: number, show: () => void): Promise<void> {
    const organization = await buildOrganization(test);
    const own: TestApp = { ...test, settle: () => test.settle(organization.id) };
    const property = fc.asyncProperty(historySteps, fc.boolean(), async (list, isPlain) => {
      const name = `history-${++begun}.git`;
      const history = await GitHistory.begin(own, organization, server, { name, isPlain });
      for (const step of list) {
        if (step.side === 'space') await history.inSpace(step);
        else history.inRepository(step);
        if (step.waits) await history.sync();
      }
      await history.sync();
      expect(await history.lost()).toEqual([]);
      await history.decide();
      await history.sync();
      const { space, repository } = await history.sides();
      expect(repository).toEqual(space);
      history.end();
      show();
    });
    const numRuns = Math.ceil((COUNT - lane) / LANES);
    const replay = HISTORY_PATH === undefined ? {} : { path: HISTORY_PATH };
    await fc.assert(property, { seed, numRuns, endOnFailure: true, ...replay });
  }
});
