import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, type TestChangeRequest, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let reviewer: TestUser;
let spaceId: string;
let page: string;
let request: TestChangeRequest;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  reviewer = await organization.member('review');
  ({ id: spaceId } = await buildSpace(organization));
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Home', markdown: 'Text' }]);
  request = await openChangeRequest(admin, spaceId, { subject: 'Fix typos' });
});

const review = (user: TestUser, status: string) => user.api.post(`${request.path}/reviews`, { status });
const ask = (users: TestUser[], more: object = {}, actor = admin) =>
  actor.api.post(`${request.path}/requested-reviewers`, { users: users.map((user) => user.id), ...more });
const reviews = async (query: Record<string, string | number | boolean> = {}) => {
  const answer = await admin.api.get(`${request.path}/reviews`, { query });
  expect(answer.status).toBe(200);
  return answer.body.items as { id: string; status: string; outdated: boolean; reviewer: { id: string } }[];
};

describe('a review', () => {
  it('belongs to the current revision', async () => {
    const answer = await review(reviewer, 'approved');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: 'change-request-review',
      revision: request.revision,
      reviewer: { id: reviewer.id },
      status: 'approved',
      outdated: false,
    });
    expect(answer.body).not.toHaveProperty('requestedBy');
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    expect((await admin.api.get(new URL(answer.body.urls.location).pathname)).body).toEqual(answer.body);
    expect(await reviews()).toEqual([answer.body]);
  });

  it('is outdated once the change request moves on, or its reviewer reviews again', async () => {
    await review(reviewer, 'changes-requested');
    test.clock.advance(1000);
    await review(reviewer, 'approved');
    expect(await reviews()).toMatchObject([
      { status: 'approved', outdated: false },
      { status: 'changes-requested', outdated: true },
    ]);
    await writePage(admin, request.path, page, 'Changed');
    expect((await reviews()).map((item) => item.outdated)).toEqual([true, true]);
    test.clock.advance(1000);
    await review(admin, 'approved');
    expect(await reviews({ outdated: false })).toMatchObject([{ reviewer: { id: admin.id } }]);
    expect(await reviews({ outdated: true })).toHaveLength(2);
    const page1 = await admin.api.get(`${request.path}/reviews`, { query: { limit: 1 } });
    expect(page1.body).toMatchObject({ count: 3, next: { page: expect.any(String) as string } });
  });

  it('requires the role reviewer', async () => {
    expect((await review(await organization.member('edit'), 'approved')).status).toBe(403);
    expect((await review((await buildOrganization(test)).admin, 'approved')).status).toBe(404);
    expect(await reviews()).toEqual([]);
  });

  it.each([
    [{}, 'status'],
    [{ status: 'maybe' }, 'status'],
    [{ status: 'approved', comment: { markdown: ' ' } }, 'comment'],
    [{ status: 'approved', comment: { words: 'Fine' } }, 'comment'],
  ])('is refused with the body %j', async (body, field) => {
    const answer = await reviewer.api.post(`${request.path}/reviews`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
    expect(await reviews()).toEqual([]);
  });

  it('is not found in another change request or by an unknown id', async () => {
    const other = await openChangeRequest(admin, spaceId);
    const made = await review(reviewer, 'approved');
    expect((await admin.api.get(`${other.path}/reviews/${made.body.id}`)).status).toBe(404);
    expect((await admin.api.get(`${request.path}/reviews/none`)).status).toBe(404);
  });

  it('of an archived change request is refused with 409', async () => {
    await admin.api.patch(request.path, { status: 'archived' });
    expect((await review(reviewer, 'approved')).status).toBe(409);
    expect((await ask([reviewer])).status).toBe(409);
  });
});

describe('requested reviewers', () => {
  it('are requested, listed and distinguished from other reviewers', async () => {
    const answer = await ask([reviewer], {
      subject: 'Please look',
      description: { markdown: 'It is short.' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.users).toMatchObject([
      {
        object: 'change-request-requested-reviewer',
        kind: 'user',
        user: { id: reviewer.id },
        requestedBy: { id: admin.id },
        revision: request.revision,
      },
    ]);
    expect((await admin.api.get(request.path)).body).toMatchObject({
      subject: 'Please look',
      description: { object: 'document' },
      status: 'draft',
    });
    const list = await admin.api.get(`${request.path}/requested-reviewers`);
    expect(list.body).toMatchObject({ count: 1, items: answer.body.users });
    expect((await review(reviewer, 'approved')).body).toMatchObject({ requestedBy: { id: admin.id } });
  });

  it('can be requested again after their review', async () => {
    await review(reviewer, 'approved');
    await ask([reviewer]);
    expect(await reviews()).toMatchObject([{ outdated: true }]);
  });

  it('must be members, or the whole call is refused', async () => {
    const stranger = (await buildOrganization(test)).admin;
    const answer = await ask([reviewer, stranger], { subject: 'Lost' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(stranger.id);
    expect((await admin.api.get(`${request.path}/requested-reviewers`)).body.items).toEqual([]);
    expect((await admin.api.get(request.path)).body.subject).toBe('Fix typos');
    expect((await admin.api.post(`${request.path}/requested-reviewers`, {})).status).toBe(400);
  });

  it('must see the space, and a refusal does not reveal which users exist', async () => {
    const guest = await organization.member(null);
    const stranger = (await buildOrganization(test)).admin;
    const refusals: string[] = [];
    for (const user of [guest, stranger]) {
      const answer = await ask([reviewer, user], { subject: 'Lost' });
      expect(answer.status).toBe(400);
      refusals.push((answer.body.error.message as string).replace(user.id, '…'));
    }
    expect(refusals[0]).toMatch(/^users: "…" cannot see this space; ask a member/);
    expect(refusals[1]).toBe(refusals[0]);
    expect((await admin.api.get(request.path)).body.subject).toBe('Fix typos');
    await admin.api.post(`/v1/spaces/${spaceId}/permissions`, { users: [guest.id], role: 'read' });
    expect((await ask([guest])).status).toBe(200);
    // A reviewer without access stays listed, so that the request can be withdrawn; asking again is refused.
    await admin.api.delete(`/v1/spaces/${spaceId}/permissions/users/${guest.id}`);
    const list = await admin.api.get(`${request.path}/requested-reviewers`);
    expect(list.body.items).toMatchObject([{ user: { id: guest.id } }]);
    expect((await ask([guest])).status).toBe(400);
  });

  it('are requested by editors', async () => {
    expect((await ask([reviewer], {}, await organization.member('comment'))).status).toBe(403);
    expect((await ask([reviewer], {}, await organization.member('edit'))).status).toBe(200);
  });

  it('can be withdrawn by editors and by themselves', async () => {
    const commenter = await organization.member('comment');
    await ask([reviewer, commenter]);
    const at = (user: TestUser) => `${request.path}/requested-reviewers/${user.id}`;
    expect((await commenter.api.delete(at(reviewer))).status).toBe(403);
    expect((await commenter.api.delete(at(commenter))).status).toBe(204);
    expect((await admin.api.delete(at(reviewer))).status).toBe(204);
    expect((await admin.api.delete(at(reviewer))).status).toBe(204);
    expect((await admin.api.get(`${request.path}/requested-reviewers`)).body.items).toEqual([]);
    expect(
      (await admin.api.delete(`/v1/spaces/${spaceId}/change-requests/99/requested-reviewers/x`)).status,
    ).toBe(404);
  });
});

describe('merge rules', () => {
  const setRules = async (rules: object[]) => {
    const answer = await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
    expect(answer.status).toBe(200);
  };
  const merge = (user = admin) => user.api.post(`${request.path}/merge`);
  const expectRefused = async (rule: string) => {
    const answer = await merge();
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain(rule);
    expect((await admin.api.get(request.path)).body.status).toBe('draft');
  };

  it('block a merge until the reviewers they name approve the current revision', async () => {
    await setRules([{ rule: 'require_specific_reviewers', users: [reviewer.id] }]);
    await expectRefused('require_specific_reviewers');
    await review(reviewer, 'approved');
    await writePage(admin, request.path, page, 'Slipped in afterwards');
    await expectRefused('require_specific_reviewers');
    await review(reviewer, 'approved');
    expect((await merge()).body.result).toBe('merge');
  });

  it('block a merge while a reviewer asks for changes', async () => {
    await setRules([{ rule: 'require_at_least_one_review' }, { rule: 'require_all_reviews_approved' }]);
    await ask([reviewer]);
    await expectRefused('require_at_least_one_review');
    await review(reviewer, 'changes-requested');
    await expectRefused('require_all_reviews_approved');
    // Being asked again takes nothing back, nor does it that nobody asks any more.
    await ask([reviewer]);
    await admin.api.delete(`${request.path}/requested-reviewers/${reviewer.id}`);
    await expectRefused('require_all_reviews_approved');
    await review(reviewer, 'approved');
    expect((await merge()).body.result).toBe('merge');
  });

  it('do not wait for requested reviewers who have not answered', async () => {
    await setRules([{ rule: 'require_all_reviews_approved' }]);
    await ask([reviewer]);
    expect((await merge()).body.result).toBe('merge');
  });

  it('ignore reviews by the author of the change request', async () => {
    await setRules([
      { rule: 'require_at_least_one_review' },
      { rule: 'require_one_of_specific_reviewers', users: [admin.id, reviewer.id] },
    ]);
    expect((await review(admin, 'approved')).status).toBe(201);
    await expectRefused('require_at_least_one_review');
    await expectRefused('A review by the author of the change request does not count.');
    await review(reviewer, 'approved');
    expect((await merge()).body.result).toBe('merge');
  });

  it('count only reviewers who may still review', async () => {
    const custom = { rule: 'custom', expression: 'size(reviews) > 0' };
    await setRules([{ rule: 'require_at_least_one_review' }, custom]);
    const guest = await organization.member(null);
    const permissions = `/v1/spaces/${spaceId}/permissions`;
    await admin.api.post(permissions, { users: [guest.id], role: 'review' });
    await review(guest, 'approved');
    await admin.api.post(permissions, { users: [guest.id], role: 'edit' });
    await expectRefused('require_at_least_one_review');
    await expectRefused('custom');
    await setRules([{ rule: 'require_specific_reviewers', users: [guest.id] }]);
    const { displayName } = (await guest.api.get('/v1/user')).body as { displayName: string };
    await expectRefused(`They may not review here at the moment: ${displayName}.`);
    await admin.api.post(permissions, { users: [guest.id], role: 'review' });
    expect((await merge()).body.result).toBe('merge');
  });

  it('block a merge until the change request is up to date and described', async () => {
    await setRules([
      { rule: 'require_up_to_date_change_request' },
      { rule: 'require_change_request_subject' },
      { rule: 'require_change_request_description' },
    ]);
    await writePage(admin, `/v1/spaces/${spaceId}`, page, 'Moved on');
    await admin.api.patch(request.path, { subject: ' ' });
    const answer = await merge();
    expect(answer.status).toBe(409);
    for (const rule of [
      'up_to_date_change_request',
      'change_request_subject',
      'change_request_description',
    ]) {
      expect(answer.body.error.message).toContain(`require_${rule}`);
    }
    await admin.api.post(`${request.path}/update`);
    await admin.api.patch(request.path, { subject: 'Good', description: { markdown: 'And short' } });
    expect((await merge()).body.result).toBe('merge');
  });

  it('can be bypassed by the users they name', async () => {
    await setRules([{ rule: 'require_agent_review' }, { rule: 'allow_bypass', users: [reviewer.id] }]);
    await expectRefused('require_agent_review');
    expect((await merge(reviewer)).body.result).toBe('merge');
  });

  it('come from the organization unless the space has its own', async () => {
    const rules = [{ rule: 'require_at_least_one_review' }];
    const organizationPath = `/v1/orgs/${organization.id}`;
    const set = await admin.api.patch(organizationPath, { mergeRules: { type: 'rules', rules } });
    expect(set.status).toBe(200);
    await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'inherit' } });
    await expectRefused('require_at_least_one_review');
    await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'none' } });
    expect((await merge()).body.result).toBe('merge');
  });
});
