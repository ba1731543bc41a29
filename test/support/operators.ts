import { Operators } from '../../src/modules/operators/index.js';
import { buildUser, type TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** A person who belongs to no organization and looks after the installation. */
export async function buildOperator(test: TestApp): Promise<TestUser> {
  const user = await buildUser(test);
  await test.app.get(Operators).add(null, user.email);
  return user;
}
