import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { archiveOf } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { startImport, upload } from './support/imports.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/** Changes of a writer's rights between the request and its execution, and the answer to each. */
const LOSSES = [
  ['removed from the organization', 404],
  ['a reader', 403],
  ['without their token', 401],
] as const;
type Loss = (typeof LOSSES)[number][0];

describe('work that a member began before losing the permission', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let elsewhere: TestOrganization;
  let writer: TestUser;
  let space: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    elsewhere = await buildOrganization(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    writer = await organization.member('create');
    // Users without any organization lose their tokens, too.
    await test.app.get(Members).addMember(elsewhere.id, writer.id, 'create');
    space = (await buildSpace(organization)).id;
  });

  const insert = {
    changes: [{ operation: 'insert_page', title: 'Late', document: { markdown: 'Late words' } }],
  };
  const revisionOf = async (path = '') =>
    (await organization.admin.api.get(`/v1/spaces/${space}${path}`)).body.revision as string;

  const take = async (loss: Loss): Promise<void> => {
    const member = `/v1/orgs/${organization.id}/members/${writer.id}`;
    if (loss === 'removed from the organization')
      expect((await organization.admin.api.delete(member)).status).toBe(204);
    else if (loss === 'a reader')
      expect((await organization.admin.api.patch(member, { role: 'read' })).status).toBe(200);
    else {
      const [token] = (await writer.api.get('/v1/user/tokens')).body.items as { id: string }[];
      expect((await writer.api.delete(`/v1/user/tokens/${token!.id}`)).status).toBe(204);
    }
  };

  /** Lets `begin` come as far as the lock of a row, and only then takes the writer's right. */
  const whileWaiting = async <T>(
    table: 'spaces' | 'change_requests',
    id: string,
    begin: () => Promise<T>,
    loss: Loss,
  ): Promise<T> => {
    let began: Promise<T> | undefined;
    await test.db.transaction(async () => {
      const sql = `select 1 from ${table} where id = $1 for update`;
      expect(await test.db.query(sql, [id])).toHaveLength(1);
      began = begin();
      while (!(await isSomebodyWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
      await take(loss);
    });
    return began!;
  };
  const isSomebodyWaiting = async () =>
    (
      await test.db.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0;

  it.each(LOSSES)('a change is not written to a space by one who is now %s', async (loss, status) => {
    const before = await revisionOf();
    const write = () => writer.api.post(`/v1/spaces/${space}/content`, insert);
    expect((await whileWaiting('spaces', space, write, loss)).status).toBe(status);
    expect(await revisionOf()).toBe(before);
  });

  it.each(LOSSES)(
    'a change is not written to a change request by one who is now %s',
    async (loss, status) => {
      const made = await writer.api.post(`/v1/spaces/${space}/change-requests`, {});
      const path = `/change-requests/${made.body.id}`;
      const before = await revisionOf(path);
      const write = () => writer.api.post(`/v1/spaces/${space}${path}/content`, insert);
      expect((await whileWaiting('change_requests', made.body.id, write, loss)).status).toBe(status);
      expect(await revisionOf(path)).toBe(before);
    },
  );

  it.each(LOSSES)('a change request is not merged by one who is now %s', async (loss, status) => {
    const { body } = await writer.api.post(`/v1/spaces/${space}/change-requests`, {});
    const path = `/v1/spaces/${space}/change-requests/${body.id}`;
    await writer.api.post(`${path}/content`, insert);
    const before = await revisionOf();
    const merge = () => writer.api.post(`${path}/merge`);
    expect((await whileWaiting('spaces', space, merge, loss)).status).toBe(status);
    expect(await revisionOf()).toBe(before);
  });

  it('a file is not imported for a removed member', async () => {
    const before = await revisionOf();
    const file = await upload(test, writer, organization.id, { name: 'late.md', content: '# Late' });
    const start = () => startImport(writer, organization.id, { type: 'file', files: [file] }, { space });
    const run = await whileWaiting('spaces', space, start, 'removed from the organization');
    expect(run.status).toBe(201);
    await test.settle();
    const ended = await organization.admin.api.get(`/v1/org/${organization.id}/imports/${run.body.id}`);
    expect(ended.body.status).toBe('failed');
    expect(await revisionOf()).toBe(before);
  });

  it.each(['removed from the organization', 'a reader'] as const)(
    'a folder is not imported for one who is now %s',
    async (loss) => {
      const before = await revisionOf();
      const rawBody = await archiveOf({ 'late.md': '# Late' });
      const headers = { 'content-type': 'application/gzip' };
      const start = () =>
        writer.api.post(`/v1/spaces/${space}/content/import`, undefined, { headers, rawBody });
      const run = await whileWaiting('spaces', space, start, loss);
      expect(run.status).toBe(201);
      await test.settle();
      const ended = await organization.admin.api.get(`/v1/spaces/${space}/content/imports/${run.body.id}`);
      expect(ended.body.state).toBe('failure');
      expect(await revisionOf()).toBe(before);
    },
  );
});
