import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEND_NOTICE } from '../src/modules/comments/notifications/notice-job.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { DELETE_OLD_SENT_MAILS } from '../src/platform/mail/mail.jobs.js';
import { openChangeRequest } from './support/change-requests.js';
import { mention, postComment, postReply } from './support/comments.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { createTestApp, shareTestApp, type TestApp } from './support/test-app.js';

let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let space: string;
let page: string;

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'Docs <docs@example.com>' });
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ann = await organization.member('review');
  bob = await organization.member('comment');
  const { id } = await buildSpace(organization, { title: 'Handbook' });
  space = `/v1/spaces/${id}`;
  [page = ''] = await buildPages(admin, id, [{ title: 'Home', markdown: 'Words.' }]);
});

afterEach(() => void mail.received.splice(0));

/** Everything is told, also what waits for more of its kind. */
async function tellAll(): Promise<void> {
  const waiting = "select 1 from jobs.job where name <> $1 and state in ('created', 'active', 'retry')";
  await expect.poll(() => test.db.query(waiting, [SEND_NOTICE])).toEqual([]);
  const gathered = await test.db.query<{ data: object }>(
    "delete from jobs.job where name = $1 and state = 'created' and start_after > now() returning data",
    [SEND_NOTICE],
  );
  for (const { data } of gathered) await test.app.get(Jobs).enqueue(SEND_NOTICE, data);
  await test.settle();
}

/** Recipients of mail, ordered by name, once all jobs are done. */
async function recipients(): Promise<string[]> {
  await tellAll();
  const names = new Map([
    [admin.email, 'admin'],
    [ann.email, 'ann'],
    [bob.email, 'bob'],
  ]);
  return mail.received
    .splice(0)
    .map(({ to }) => names.get(to) ?? to)
    .sort();
}

describe('mail about a comment in the main content', () => {
  it('goes to mentioned members and to those in the thread, but not to the author', async () => {
    const { id } = await postComment(admin, space, `Look, ${mention(ann)}`, { page });
    expect(await recipients()).toEqual(['ann']);
    await postReply(bob, space, id, 'I think so');
    expect(await recipients()).toEqual(['admin', 'ann']);
    await postReply(ann, space, id, 'Me too');
    expect(await recipients()).toEqual(['admin', 'bob']);
    await ann.api.put(`${space}/comments/${id}`, { resolved: true });
    expect(await recipients()).toEqual(['admin', 'bob']);
    test.clock.advance(1000);
    await ann.api.put(`${space}/comments/${id}`, { resolved: false });
    await ann.api.put(`${space}/comments/${id}`, { addedReactions: ['👍'] });
    expect(await recipients()).toEqual([]);
    await ann.api.put(`${space}/comments/${id}`, { resolved: true });
    expect(await recipients()).toEqual(['admin', 'bob']);
  });

  it('goes to members whom an edit mentions', async () => {
    const { id } = await postComment(admin, space, 'Somebody should look');
    const reply = await postReply(admin, space, id, 'Yes');
    expect(await recipients()).toEqual([]);
    const edit = async (path: string, markdown: string) => {
      expect((await admin.api.put(path, { body: { markdown } })).status).toBe(200);
    };
    await edit(`${space}/comments/${id}`, `${mention(ann)} should look`);
    expect(await recipients()).toEqual(['ann']);
    await edit(`${space}/comments/${id}`, `${mention(ann)} and ${mention(bob)} should look`);
    expect(await recipients()).toEqual(['bob']);
    await edit(`${space}/comments/${id}/replies/${reply.id}`, `Yes, ${mention(ann)}`);
    expect(await recipients()).toEqual(['ann']);
  });

  it('holds the text, quotation and address, without markup of people', async () => {
    const { body } = await admin.api.get(`${space}/content/page/${page}`, { query: { format: 'document' } });
    const node = body.document.nodes[0].key as string;
    await admin.api.patch(`/v1/users/${admin.id}`, { displayName: 'Eve <b>\u0007"x"' });
    const text = `Hello ${mention(ann)} <script>alert(1)</script> \`<b>\``;
    await postComment(admin, space, text, { page, node });
    await test.settle();
    const [received] = mail.received;
    expect(mail.received).toHaveLength(1);
    expect(received).toMatchObject({ from: 'docs@example.com', to: ann.email });
    expect(received?.subject).toContain('mentioned you in a comment on "Home" in Handbook');
    const { displayName } = (await ann.api.get('/v1/user')).body as { displayName: string };
    expect(received?.source).toContain(`Hello @${displayName}`);
    expect(received?.source).toContain('> Words.');
    expect(received?.source).toMatch(
      /You get this mail because you were mentioned.\r\nGet no more mail about mentions/,
    );
    expect(received?.source).toContain(`/app/s/${space.split('/').at(-1)}/~/pages/${page}`);
    expect(received?.source).toMatch(/^Content-Type: text\/html/m);
    const html = received?.source.slice(received.source.indexOf('text/html')) ?? '';
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&#x3C;b>');
  });

  it('does not go to members who may not see the space any more', async () => {
    const guest = await organization.member(null);
    await admin.api.post(`${space}/permissions`, { users: [guest.id], role: 'comment' });
    const { id } = await postComment(guest, space);
    await admin.api.delete(`${space}/permissions/users/${guest.id}`);
    await postReply(admin, space, id);
    expect(await recipients()).toEqual([]);
    await admin.api.post(`${space}/permissions`, { users: [guest.id], role: 'read' });
    await postReply(admin, space, id);
    expect(await recipients()).toEqual([guest.email]);
    await admin.api.delete(`/v1/orgs/${organization.id}/members/${guest.id}`);
    await postReply(admin, space, id);
    expect(await recipients()).toEqual([]);
  });
});

describe('mail about a change request', () => {
  it('goes to its creator and the requested reviewers', async () => {
    const { path } = await openChangeRequest(admin, space.slice(11), { subject: 'Better words' });
    await admin.api.post(`${path}/requested-reviewers`, { users: [ann.id] });
    await test.settle();
    expect(mail.received).toMatchObject([
      { to: ann.email, subject: expect.stringContaining('asks you to review change request #1') as string },
    ]);
    expect(await recipients()).toEqual(['ann']);
    await postComment(bob, path);
    expect(await recipients()).toEqual(['admin', 'ann']);
    await ann.api.post(`${path}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: `Ask ${mention(bob)}` },
    });
    await test.settle();
    expect(mail.received.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('asks for changes in change request #1'),
      expect.stringContaining('asks for changes in change request #1'),
    ]);
    expect(mail.received[0]?.source).toContain('Ask @');
    expect(await recipients()).toEqual(['admin', 'bob']);
    test.clock.advance(1000);
    await admin.api.post(`${path}/requested-reviewers`, { users: [ann.id] });
    expect(await recipients()).toEqual(['ann']);
  });
});

// Mail is gathered in spans of the clock: once in a long while, one ends in the middle of a test.
describe('mail about several comments of one author', { retry: 1 }, () => {
  it('is sent at once, and then together, each comment once', async () => {
    const { path } = await openChangeRequest(admin, space.slice(11), { subject: 'Better words' });
    await postComment(bob, path, 'One');
    await test.settle();
    expect(mail.received.map(({ to }) => to)).toEqual([admin.email]);
    const { id } = await postComment(bob, path, 'Two', { page });
    await postComment(ann, path, 'Another voice');
    await postReply(bob, path, id, 'Three');
    const gone = await postComment(bob, path, 'Four');
    await bob.api.delete(`${path}/comments/${gone.id}`);
    await postComment(bob, path, `Five, ${mention(admin)}`);
    // The first, the second with the third, the mention; and what somebody else said.
    expect(await recipients()).toEqual(['admin', 'admin', 'admin', 'admin']);
    expect(await recipients()).toEqual([]);
  });

  it('leaves out comments that the recipient has already answered', async () => {
    const { id } = await postComment(admin, space, 'Question');
    test.clock.advance(1000);
    await postReply(ann, space, id, 'Answer');
    test.clock.advance(1000);
    await tellAll();
    mail.received.splice(0);
    await postReply(admin, space, id, 'Thanks');
    await test.settle();
    await postReply(admin, space, id, 'A lot');
    await tellAll();
    const source = mail.received.map((received) => received.source).join('\n');
    expect(mail.received.map(({ to }) => to)).toEqual([ann.email, ann.email]);
    expect(source).toContain('Thanks');
    expect(source).toContain('A lot');
    expect(source).not.toContain('Question');
  });

  it('is one mail with all comments', async () => {
    const { path } = await openChangeRequest(admin, space.slice(11), { subject: 'Better words' });
    await postComment(bob, path, 'One');
    await test.settle();
    mail.received.splice(0);
    for (const words of ['Two', 'Three', 'Four']) await postComment(bob, path, words, { page });
    await tellAll();
    expect(mail.received.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/wrote 3 comments on "Home" in change request #1 "Better words" in Handbook$/),
    ]);
    const [received] = mail.received;
    expect(received?.source).toMatch(/Two\s[^]*Three\s[^]*Four\s/);
    expect(received?.source).not.toMatch(/\sOne\s/);
    // Nobody else is in it.
    expect(received?.to).toBe(admin.email);
  });
});

describe('mail about a topic that a member turned off', () => {
  const mute = (user: TestUser, mail: Record<string, boolean>) =>
    user.api.patch('/v1/user/notifications', { mail });

  it('is not sent, while other mail is', async () => {
    const { id } = await postComment(admin, space, `Look, ${mention(ann)}`);
    const { path } = await openChangeRequest(admin, space.slice(11));
    expect(await recipients()).toEqual(['ann']);
    await mute(ann, { discussions: false });
    await postReply(bob, space, id, 'I think so');
    expect(await recipients()).toEqual(['admin']);
    await mute(ann, { mentions: false, discussions: true });
    await postReply(admin, space, id, `Really, ${mention(ann)}?`);
    expect(await recipients()).toEqual(['bob']);
    await mute(ann, { reviews: false });
    await admin.api.post(`${path}/requested-reviewers`, { users: [ann.id] });
    await mute(admin, { reviews: false });
    await ann.api.post(`${path}/reviews`, { status: 'approved', comment: { markdown: mention(bob) } });
    expect(await recipients()).toEqual(['bob']);
  });
});

describe('mail about comments', () => {
  const notices = () =>
    test.db.query<{ id: string; data: { key: string }; state: string }>(
      'select id, data, state from jobs.job where name = $1 order by created_on desc',
      [SEND_NOTICE],
    );

  it('is sent once even if its job runs twice', async () => {
    await postComment(admin, space, mention(ann));
    expect(await recipients()).toEqual(['ann']);
    const [job] = await notices();
    await test.app.get(Jobs).enqueue(SEND_NOTICE, job?.data ?? {});
    expect(await recipients()).toEqual([]);
    // Long after nobody can ask for it again, it is forgotten.
    test.clock.advance(31 * 24 * 60 * 60 * 1000);
    await test.app.get(Jobs).enqueue(DELETE_OLD_SENT_MAILS, {});
    await test.settle();
    expect(await test.db.query('select 1 from sent_mails')).toEqual([]);
  });

  it('is retried after a temporary refusal by the server, and dropped after a permanent one', async () => {
    mail.refuse(550, 1);
    await postComment(admin, space, mention(ann));
    expect(await recipients()).toEqual([]);
    mail.refuse(451, 1);
    await postComment(admin, space, mention(ann));
    await expect.poll(() => mail.received.length, { timeout: 120_000 }).toBe(1);
    mail.received.splice(0);
  });

  it('leaves out a request for review that was withdrawn meanwhile', async () => {
    const { id, path } = await openChangeRequest(admin, space.slice(11));
    const job = {
      kind: 'review-requested',
      topic: 'reviews',
      commentId: null,
      recipientId: ann.id,
      actorId: admin.id,
    };
    const place = { organizationId: organization.id, spaceId: space.slice(11), changeRequestId: id };
    await test.app.get(Jobs).enqueue(SEND_NOTICE, { ...job, ...place, key: `withdrawn ${id}` });
    expect(await recipients()).toEqual([]);
    await admin.api.post(`${path}/requested-reviewers`, { users: [ann.id] });
    await test.app.get(Jobs).enqueue(SEND_NOTICE, { ...job, ...place, key: `asked ${id}` });
    expect(await recipients()).toEqual(['ann', 'ann']);
  });

  it('leaves out a comment that was deleted meanwhile', async () => {
    const { id } = await postComment(admin, space, 'Soon gone');
    await admin.api.delete(`${space}/comments/${id}`);
    const key = {
      kind: 'comment',
      topic: 'mentions',
      key: 'k',
      commentId: id,
      recipientId: ann.id,
      actorId: admin.id,
    };
    const place = { organizationId: organization.id, spaceId: space.slice(11), changeRequestId: null };
    await test.app.get(Jobs).enqueue(SEND_NOTICE, { ...key, ...place });
    expect(await recipients()).toEqual([]);
  });
});

it('mail about comments is not queued without a mail server', async () => {
  const plain = await shareTestApp();
  try {
    const other = await buildOrganization(plain);
    const reader = await other.member('read');
    const { id } = await buildSpace(other);
    await postComment(other.admin, `/v1/spaces/${id}`, mention(reader));
    const { path } = await openChangeRequest(other.admin, id);
    await other.admin.api.post(`${path}/requested-reviewers`, { users: [reader.id] });
    const jobs = await plain.db.query("select name from jobs.job where name ~ 'mail|notice'");
    expect(jobs).toEqual([]);
  } finally {
    await plain.close();
  }
});
