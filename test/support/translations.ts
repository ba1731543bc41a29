import { vi } from 'vitest';
import { Patience } from '../../src/modules/translations/providers/chat/patience.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import type { TestOrganization, TestUser } from './factories.js';
import type { TestApp } from './test-app.js';
import { startTranslator, type Translator } from './translator.js';

export const RUN = 'translations.run';

/** A server that translates the texts of the application, which makes no pause between two attempts. */
export async function startTranslatorFor(test: TestApp): Promise<Translator> {
  const server = await startTranslator();
  vi.spyOn(test.app.get(Patience), 'pause').mockResolvedValue(undefined);
  translateAt(test, server.url);
  return server;
}

/** Sets the address of the translator for new translations; undefined switches translation off. */
export const translateAt = (test: TestApp, translatorUrl: string | undefined) =>
  void Object.assign(test.config, { translatorUrl, translatorModel: 'm' });

/** A translation in the form of the API after one run. */
export async function buildTranslation(
  test: TestApp,
  organization: TestOrganization,
  space: string,
  body: object = {},
) {
  const answer = await organization.admin.api.post(`/v1/orgs/${organization.id}/translations`, {
    ...{ source: { space, language: 'en' }, language: 'fr' },
    ...body,
  });
  if (answer.status !== 201) throw new Error(`The translation was refused: ${answer.status} ${answer.text}`);
  await test.settle();
  return readTranslation(organization.admin, answer.body.urls.location);
}

/** A translation by its address. */
export async function readTranslation(user: TestUser, location: string) {
  return (await user.api.get(new URL(location).pathname)).body;
}

/** Its runs, newest first. */
export async function runsOf(user: TestUser, location: string) {
  return (await user.api.get(`${new URL(location).pathname}/runs`)).body.items;
}

/** Runs a translation once more and waits for the end; answers the run. */
export async function runAgain(test: TestApp, user: TestUser, location: string) {
  await user.api.post(`${new URL(location).pathname}/run`);
  await test.settle();
  return (await runsOf(user, location))[0];
}

/** Starts at once the job that follows an edit after a pause; fails when no such job waits. Other jobs continue. */
export async function endPauses(test: TestApp): Promise<void> {
  await untilTaken(test);
  const waiting = await test.db.query<{ data: object }>(
    `delete from jobs.job where name = $1 and state = 'created' and start_after > now() returning data`,
    [RUN],
  );
  if (waiting.length === 0) throw new Error('No translation waits.');
  for (const { data } of waiting) await test.app.get(Jobs).enqueue(RUN, data);
  await test.settle();
}

/** Published events are jobs, which must be done before a run waits. */
async function untilTaken({ db }: TestApp): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const open = await db.query(
      `select 1 from jobs.job where name <> $1 and state in ('created', 'active', 'retry') and start_after <= now()`,
      [RUN],
    );
    if (open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Jobs did not settle.');
}
