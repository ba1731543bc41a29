import { Operators } from '../../src/modules/operators/index.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { buildUser, type TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** A person who belongs to no organization and looks after the installation. */
export async function buildOperator(test: TestApp): Promise<TestUser> {
  const user = await buildUser(test);
  await test.app.get(Operators).add(null, user.email);
  return user;
}

/**
 * A job that used up all of its attempts. It indexes a space that is gone, so that it succeeds when it is run again.
 * @returns its id.
 */
export async function buildFailedJob(
  test: TestApp,
  organizationId: string,
  error = 'The index is away',
): Promise<string> {
  const data = { organizationId, spaceId: 'gone', secretive: 'words of a page' };
  await test.app.get(Jobs).enqueue('search.index-space', data, { startAfterSeconds: 3600 });
  const [id = ''] = await test.db.queryColumn<string>(
    `update jobs.job set state = 'failed', output = jsonb_build_object('message', $1::text), retry_count = 5,
       start_after = now() - interval '1 day', started_on = now(), completed_on = now()
     where name = 'search.index-space' and state = 'created' returning id`,
    [error],
  );
  return id;
}
