import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { GitHistory, historySteps } from './support/git-history.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

const HISTORIES = thoroughly(30);

describe.skipIf(!hasGit)('any history of edits on both sides', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  it('loses no line, and ends with both sides equal', async () => {
    await fc.assert(
      fc.asyncProperty(historySteps, fc.boolean(), async (list, isPlain) => {
        const name = `history-${++count}.git`;
        const history = await GitHistory.begin(test, organization, server, { name, isPlain });
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
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  }, 3_600_000);
});
