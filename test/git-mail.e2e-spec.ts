import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesByFile } from './support/archive.js';
import { writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, syncNow } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const FILES = { 'README.md': '# Welcome\n\nFirst words.\n' };

describe.skipIf(!hasGit)('Mail about a connected repository', () => {
  let mail: MailServer;
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;

  beforeAll(async () => {
    mail = await startMailServer();
    test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'docs@example.com' });
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
    await mail.close();
  });

  const subjects = () => mail.received.map(({ subject }) => subject);

  it('comes once when the sync begins to stop, and once for conflicts', async () => {
    const { admin } = organization;
    const url = server.create('docs.git', FILES);
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    await connectRepository(test, admin, space, { url });
    mail.received.splice(0);

    server.renameBranch('docs.git', 'main', 'trunk');
    for (let attempt = 0; attempt < 3; attempt++) await syncNow(test, admin, space);
    expect(subjects()).toEqual(['The sync of Handbook with its repository has stopped']);
    expect(mail.received[0]?.source).toContain('no branch "main"');
    expect(mail.received[0]?.source).toContain(`/app/s/${space}/~/git`);
    expect(mail.received[0]?.source).toContain('repositories you connected');

    server.renameBranch('docs.git', 'trunk', 'main');
    await syncNow(test, admin, space);
    server.commit('docs.git', { 'README.md': '# Welcome\n\nTheir words.\n' }, 'Theirs');
    const page = (await pagesByFile(admin, space)).get('README.md')!.id;
    await writePage(admin, `/v1/spaces/${space}`, page, '# Welcome\n\nOur words.\n');
    await test.settle();
    await syncNow(test, admin, space);
    expect(subjects().slice(1)).toEqual(['Decide about changes of Handbook and its repository']);
    expect(mail.received[1]?.source).toContain('README.md');
    expect(mail.received[1]?.source).toContain(`/app/s/${space}/~/changes/1/~/review`);
  });

  it('waits while a host may only be away for a moment, and does not come to whoever turned it off', async () => {
    const { admin } = organization;
    mail.received.splice(0);
    const away = await GitServer.start();
    const url = away.create('away.git', FILES);
    const space = (await buildSpace(organization, { title: 'Away' })).id;
    await connectRepository(test, admin, space, { url });
    await away.close();
    for (const expected of [0, 0, 1, 1]) {
      await syncNow(test, admin, space);
      expect(subjects()).toHaveLength(expected);
    }
    await admin.api.patch('/v1/user/notifications', { mail: { repositories: false } });
    const other = (await buildSpace(organization, { title: 'Other' })).id;
    await connectRepository(test, admin, other, { url: server.create('other.git', FILES) });
    server.renameBranch('other.git', 'main', 'trunk');
    await syncNow(test, admin, other);
    expect(subjects()).toHaveLength(1);
  });

  it('comes once when the structure of a site is not exchanged any more', async () => {
    const { admin, id: organizationId } = organization;
    await admin.api.patch('/v1/user/notifications', { mail: { repositories: true } });
    const config =
      'site:\n  title: Handbooks\n  structure:\n    - { type: space, key: space-a, title: Guide, path: a, default: true, content: { directory: ./a } }\n';
    const url = server.create('site.git', { 'gitbook-docs.yaml': config, 'a/README.md': '# A\n' });
    const made = await admin.api.post(`/v1/orgs/${organizationId}/sites`, { title: 'Handbooks' });
    const site = `/v1/orgs/${organizationId}/sites/${made.body.id}`;
    expect((await admin.api.post(`${site}/git/connection`, { url })).status).toBe(201);
    await test.settle();
    const connection = (await admin.api.get(`${site}/git/connection`)).body;
    expect(connection).toMatchObject({ status: 'active' });
    mail.received.splice(0);
    server.commit('site.git', { 'gitbook-docs.yaml': 'site: [\n' }, 'Bad');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await admin.api.post(`${site}/git/connection/sync`)).status).toBe(204);
      await test.settle();
    }
    expect(subjects()).toEqual(['The sync of the site Handbooks with its repository has stopped']);
    expect(mail.received[0]?.source).toContain(`/sites/${made.body.id}/git`);
  });
});
