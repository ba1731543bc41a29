import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, type TestChangeRequest, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let spaceId: string;
let page: string;
let request: TestChangeRequest;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ann = await organization.member('review');
  bob = await organization.member('review');
});

afterAll(() => test.close());

beforeEach(async () => {
  ({ id: spaceId } = await buildSpace(organization));
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Home', markdown: 'Text' }]);
  request = await openChangeRequest(admin, spaceId, { subject: 'Fix typos' });
  await writePage(admin, request.path, page, 'Better text');
});

const setRules = (...rules: object[]) =>
  admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
const custom = (expression: unknown) => ({ rule: 'custom', expression });
const review = (user: TestUser, status: string) => user.api.post(`${request.path}/reviews`, { status });
const merge = (user = admin) => user.api.post(`${request.path}/merge`);

/** Tries to merge; answers what is said about it. */
async function refusal(): Promise<string> {
  const answer = await merge();
  expect(answer.status).toBe(409);
  expect((await admin.api.get(request.path)).body).toMatchObject({ status: 'draft' });
  return (answer.body as { error: { message: string } }).error.message;
}

const result = async (user = admin) => ((await merge(user)).body as { result: string }).result;

describe('a custom merge rule', () => {
  it('the rule blocks the merge and is named until its expression is true', async () => {
    const expression =
      'reviews.filter(review => review.status == "approved" && !review.outdated).length >= 2';
    const set = await setRules(custom(expression));
    expect(set.body.mergeRules).toEqual({ type: 'rules', rules: [custom(expression)] });
    expect(await refusal()).toContain('custom: ');
    expect(await refusal()).toContain(expression);
    await review(ann, 'approved');
    expect(await refusal()).toContain(expression);
    await review(bob, 'approved');
    await writePage(admin, request.path, page, 'Slipped in');
    expect(await refusal()).toContain(expression);
    await review(ann, 'approved');
    await review(bob, 'approved');
    expect(await result()).toBe('merge');
  });

  it('the rule sees subject, description, base, creator, space and the merging user', async () => {
    const rules = [
      'changeRequest.subject.startsWith("Fix")',
      'changeRequest.description.includes("because")',
      '!changeRequest.outdated',
      `changeRequest.createdBy.id == "${admin.id}"`,
      'changeRequest.status in ["draft", "open"]',
      'space.title == "A space" && space.organization != undefined',
      `actor.id == "${ann.id}"`,
    ];
    await setRules(...rules.map(custom));
    const words = await refusal();
    for (const [index, rule] of rules.entries())
      expect(words.includes(rule)).toBe(index === 1 || index === 6);
    await admin.api.patch(request.path, { description: { markdown: 'Just **because**' } });
    await writePage(admin, `/v1/spaces/${spaceId}`, page, 'Text');
    await buildPages(admin, spaceId, [{ title: 'Moved on' }]);
    expect((await merge(ann)).body.error.message).toContain('"!changeRequest.outdated" is not true');
    await admin.api.post(`${request.path}/update`);
    expect(await result(ann)).toBe('merge');
  });

  it('a rule that is neither true nor false is not met', async () => {
    expect((await setRules(custom('changeRequest.links'))).status).toBe(200);
    expect(await refusal()).toContain('neither true nor false');
  });

  it('the rule may be bypassed by the users of allow_bypass', async () => {
    await setRules(custom('false'), { rule: 'allow_bypass', users: [ann.id] });
    expect(await refusal()).toContain('"false" is not true');
    expect(await result(ann)).toBe('merge');
  });

  it.each<[unknown, string]>([
    ['', 'empty'],
    ['1 +', 'at character'],
    ['a'.repeat(1025), '1024'],
    [`${'!'.repeat(60)}true`, 'levels deep'],
    ['"yes"', 'true or false'],
    ['changeRequest.subject', 'true or false'],
    ['reviews.length', 'true or false'],
    ['page.vars.beta', 'there is no "page" here'],
    ['changeRequest.constructor("x")', 'method constructor'],
    ['process.exit()', 'exit'],
    [true, 'must be a string'],
    [undefined, 'is required'],
  ])('the expression %s is refused on spaces and organizations', async (expression, words) => {
    const mergeRules = { type: 'rules', rules: [custom(expression)] };
    for (const path of [`/v1/spaces/${spaceId}`, `/v1/orgs/${organization.id}`]) {
      const answer = await admin.api.patch(path, { mergeRules });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('mergeRules.rules[0].expression');
      expect(answer.body.error.message).toContain(words);
    }
    expect(await result()).toBe('merge');
  });

  it('a rule of the organization counts for spaces that inherit', async () => {
    const path = `/v1/orgs/${organization.id}`;
    const set = await admin.api.patch(path, {
      mergeRules: { type: 'rules', rules: [custom('size(reviews) > 0')] },
    });
    expect(set.status).toBe(200);
    expect(await refusal()).toContain('size(reviews) > 0');
    await review(ann, 'changes-requested');
    expect(await result()).toBe('merge');
    await admin.api.patch(path, { mergeRules: { type: 'none' } });
  });
});

const nameOf = async (user: TestUser): Promise<string> =>
  ((await user.api.get('/v1/user')).body as { displayName: string }).displayName;

describe('the other merge rules', () => {
  it('the review of one of several reviewers is enough for require_one_of_specific_reviewers', async () => {
    await setRules({ rule: 'require_one_of_specific_reviewers', users: [ann.id, bob.id] });
    await review(admin, 'approved');
    expect(await refusal()).toContain('require_one_of_specific_reviewers');
    expect(await refusal()).toContain(await nameOf(ann));
    expect(await refusal()).toContain(await nameOf(bob));
    await review(bob, 'approved');
    expect(await result()).toBe('merge');
  });

  it('all rules that are not met are named', async () => {
    await setRules(
      { rule: 'require_specific_reviewers', users: [ann.id] },
      { rule: 'require_at_least_one_review' },
      { rule: 'require_agent_review' },
      custom('false'),
    );
    const words = await refusal();
    for (const rule of ['specific_reviewers', 'at_least_one_review', 'agent_review'])
      expect(words).toContain(`require_${rule}: `);
    expect(words).toContain('custom: ');
  });

  it('a review of an agent counts as that of an integration', async () => {
    const path = `/v1/integrations/${uniqueName()}`;
    const scopes = ['space:metadata:read', 'space:metadata:write'];
    expect((await admin.api.post(path, definition(organization.id, { scopes }))).status).toBe(200);
    const body = { organization: organization.id };
    const { id } = (await admin.api.post(`${path}/installations`, body)).body as { id: string };
    await admin.api.post(`${path}/installations/${id}/spaces`, { space: spaceId });
    const answer = await admin.api.post(`${path}/installations/${id}/tokens`);
    const agent = test.api.as((answer.body as { token: string }).token);
    await setRules({ rule: 'require_agent_review' });
    await review(ann, 'approved');
    expect(await refusal()).toContain('require_agent_review: an integration must review');
    expect((await agent.post(`${request.path}/reviews`, { status: 'changes-requested' })).status).toBe(201);
    await setRules({ rule: 'require_agent_review' }, { rule: 'require_all_reviews_approved' });
    expect(await refusal()).not.toContain('require_agent_review');
    expect((await agent.post(`${request.path}/reviews`, { status: 'approved' })).status).toBe(201);
    expect(await result()).toBe('merge');
    await admin.api.delete(`${path}/installations/${id}`);
  });
});
