import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Projection } from '../src/modules/content/index.js';
import { Workload, type WorkStep } from './support/concurrent-workload.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const CLIENTS = 4;

/** The next action of a client; numbers choose among the objects that exist at that moment. */
const step: fc.Arbitrary<WorkStep> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('edit-live' as const) },
    { weight: 3, arbitrary: fc.constant('insert-live' as const) },
    { weight: 2, arbitrary: fc.constant('move-live' as const) },
    { weight: 2, arbitrary: fc.constant('rename-live' as const) },
    { weight: 1, arbitrary: fc.constant('delete-live' as const) },
    { weight: 2, arbitrary: fc.constant('open' as const) },
    { weight: 6, arbitrary: fc.constant('edit' as const) },
    { weight: 2, arbitrary: fc.constant('insert' as const) },
    { weight: 2, arbitrary: fc.constant('move' as const) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
    { weight: 2, arbitrary: fc.constant('update' as const) },
    { weight: 3, arbitrary: fc.constant('merge' as const) },
    { weight: 1, arbitrary: fc.constant('archive' as const) },
    { weight: 1, arbitrary: fc.constant('duplicate' as const) },
  ),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});
const schedule = fc.array(fc.array(step, { minLength: 6, maxLength: 12 }), {
  minLength: CLIENTS,
  maxLength: CLIENTS,
});

describe('several clients at once', () => {
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  it('lose no edit, orphan or duplicate no page, and keep numbers and counts right', async () => {
    let acknowledged = 0;
    await fc.assert(
      fc.asyncProperty(schedule, async (scripts) => {
        const workload = await Workload.start(organization);
        await Promise.all(scripts.map((script, client) => workload.run(client, script)));
        await test.settle();
        expect(await workload.problems()).toEqual([]);
        for (const spaceId of workload.spaces) {
          expect(await test.app.get(Projection).verify(organization.id, spaceId)).toEqual([]);
        }
        acknowledged += workload.acknowledged;
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(acknowledged).toBeGreaterThan(100);
  });
});
