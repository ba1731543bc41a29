import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let settings: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  settings = `/app/o/${organization.id}/settings`;
});

const stored = async () => (await organization.admin.api.get(`/v1/orgs/${organization.id}`)).body;

describe('general settings', () => {
  it('change only what the form was changed in', async () => {
    const { title } = await stored();
    const saved = await admin.post(settings, {
      do: 'save',
      'was-emailDomains': '',
      emailDomains: 'Example.com\r\nexample.org',
      'was-defaultRole': 'read',
      defaultRole: 'guest',
      'was-inviteLinks': 'on',
      'was-sso': '',
    });
    expect(saved.status).toBe(303);
    expect(await admin.read(`${settings}?done=save`)).toContain('The settings are saved.');
    expect(await stored()).toMatchObject({
      title,
      emailDomains: ['example.com', 'example.org'],
      defaultRole: null,
      inviteLinks: false,
      sso: false,
    });
    // Another administrator turned links on meanwhile; a form made before does not turn them off again.
    await organization.admin.api.patch(`/v1/orgs/${organization.id}`, { inviteLinks: true });
    await admin.post(settings, {
      do: 'save',
      'was-inviteLinks': '',
      'was-defaultRole': 'guest',
      defaultRole: 'edit',
    });
    expect(await stored()).toMatchObject({ inviteLinks: true, defaultRole: 'edit' });
  });

  it('keep what was typed where they are refused', async () => {
    for (const [fields, text] of [
      [{ 'was-title': 'x', title: '<' }, 'title must have at least'],
      [{ 'was-emailDomains': '', emailDomains: 'not a domain' }, 'domain names such as'],
      [{ 'was-sso': '', sso: 'on' }, 'set up an identity provider'],
      [{ 'was-defaultContent': '', defaultContent: 'unknown' }, 'there is no such site'],
      [{ 'was-defaultRole': 'read', defaultRole: 'owner' }, 'defaultRole must be'],
    ] as [Record<string, string>, string][]) {
      const refused = await admin.post(settings, { do: 'save', ...fields });
      expect([refused.status, await refused.text()], text).toEqual([400, expect.stringContaining(text)]);
    }
    const wrong = await (await admin.post(settings, { do: 'save', 'was-title': 'x', title: '<' })).text();
    expect(wrong).toMatch(/id="title"[^>]* value="&lt;"|value="&lt;"[^>]* id="title"/);
  });

  it('give the sites another address, after saying how many it concerns', async () => {
    const space = await buildSpace(organization);
    const path = `/v1/orgs/${organization.id}/sites`;
    const { body: site } = await organization.admin.api.post(path, { title: 'Docs', spaces: [space.id] });
    await organization.admin.api.post(`${path}/${site.id}/publish`);
    expect(await admin.read(settings)).toContain('One published site gets another address');
    const { hostname } = await stored();
    const change = (name: string) =>
      admin.post(settings, { do: 'hostname', 'was-hostname': hostname, hostname: name });
    const other = await buildOrganization(test);
    expect((await change(other.hostname)).status).toBe(409);
    expect((await change('www')).status).toBe(400);
    expect((await change(`${hostname}-2`.slice(0, 32))).status).toBe(303);
    await admin.post(settings, {
      do: 'save',
      'was-defaultContent': '',
      defaultContent: site.id,
      'was-ai': 'on',
    });
    expect(await stored()).toMatchObject({
      hostname: `${hostname}-2`.slice(0, 32),
      defaultContent: { site: site.id },
      ai: false,
    });
  });

  it('take a logo, show it, and remove it', async () => {
    const upload = (type: string) =>
      admin.send(settings, [{ name: 'logo.png', type, content: PICTURE }], { do: 'logo' });
    const refused = await upload('text/plain');
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('is not a picture'),
    ]);
    expect((await upload('image/png')).status).toBe(303);
    const { logo } = (await stored()).urls;
    expect(logo).toContain('~images');
    expect(await admin.read(settings)).toContain(`src="${logo}"`);
    expect((await admin.post(settings, { do: 'logo' })).status).toBe(400);
    expect((await admin.post(settings, { do: 'remove-logo' })).status).toBe(303);
    expect((await stored()).urls.logo).toBeUndefined();
  });

  it('say what agents are to mind, and notice that somebody else wrote meanwhile', async () => {
    const seen = () => admin.read(settings).then((page) => /name="seen" value="([^"]+)"/.exec(page)![1]!);
    const before = await seen();
    const save = (instructions: string, at: string) =>
      admin.post(settings, { do: 'instructions', instructions, seen: at });
    expect((await save('Say **Acme**.\r\n\r\nNot ACME.', before)).status).toBe(303);
    const late = await save('Say </textarea>', before);
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Say &lt;/textarea>')]);
    expect(await admin.read(settings)).toContain('Say **Acme**.');
    expect((await save('x'.repeat(10_001), await seen())).status).toBe(400);
  });

  it('are for administrators only', async () => {
    const reader = await startMemberBrowser(test, (await organization.member('create')).token);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const path of [settings, `${settings}/rules`]) {
      expect((await reader.open(path)).status, path).toBe(403);
      expect((await stranger.open(path)).status, path).toBe(404);
      expect((await reader.post(path, { do: 'save', 'was-title': 'x', title: 'Mine' })).status).toBe(403);
      expect((await stranger.post(path, { do: 'save', 'was-title': 'x', title: 'Mine' })).status).toBe(404);
    }
    expect(await reader.read(`/app/o/${organization.id}`)).not.toContain(`href="${settings}"`);
    expect(await admin.read(`/app/o/${organization.id}`)).toContain(`href="${settings}"`);
  });
});

describe('merge rules', () => {
  const rulesOf = async () => (await stored()).mergeRules;

  it('are added and removed one at a time', async () => {
    const rules = `${settings}/rules`;
    expect(await admin.read(rules)).toContain('There are no rules');
    const member = await organization.member('review');
    const add = (fields: Record<string, string>) => admin.post(rules, { do: 'add-rule', ...fields });
    expect((await add({ rule: 'require_at_least_one_review' })).status).toBe(303);
    expect((await add({ rule: 'require_one_of_specific_reviewers', people: member.email })).status).toBe(303);
    expect((await add({ rule: 'custom', expression: 'changeRequest.subject != "<b>"' })).status).toBe(303);
    expect(await rulesOf()).toEqual({
      type: 'rules',
      rules: [
        { rule: 'require_at_least_one_review' },
        { rule: 'require_one_of_specific_reviewers', users: [member.id] },
        { rule: 'custom', expression: 'changeRequest.subject != "<b>"' },
      ],
    });
    const shown = await admin.read(rules);
    expect(shown).toContain('changeRequest.subject != &quot;&lt;b>&quot;');
    const remove = (index: number, rule: object) =>
      admin.post(rules, { do: 'remove-rule', index: String(index), seen: JSON.stringify(rule) });
    expect((await remove(1, { rule: 'require_at_least_one_review' })).status).toBe(409);
    expect((await remove(0, { rule: 'require_at_least_one_review' })).status).toBe(303);
    expect((await rulesOf()).rules).toHaveLength(2);
  });

  it('refuse what could never hold, with a sentence', async () => {
    const other = await (await buildOrganization(test)).member('review');
    await admin.post(`${settings}/rules`, { do: 'add-rule', rule: 'require_agent_review' });
    for (const [fields, text] of [
      [{ rule: '__proto__' }, 'Choose one of the rules'],
      [{ rule: 'require_agent_review' }, 'is a rule already'],
      [{ rule: 'allow_bypass', people: '' }, 'Name at least one member'],
      [{ rule: 'allow_bypass', people: other.email }, 'No member has the mail address'],
      [{ rule: 'custom', expression: '' }, 'Write the condition'],
      [{ rule: 'custom', expression: '1 +' }, 'expression'],
    ] as [Record<string, string>, string][]) {
      const refused = await admin.post(`${settings}/rules`, { do: 'add-rule', ...fields });
      expect([refused.status, await refused.text()], text).toEqual([400, expect.stringContaining(text)]);
    }
  });

  it('tell which spaces have their own', async () => {
    const [own, free, taken] = [
      await buildSpace(organization, { title: 'Own <i>' }),
      await buildSpace(organization, { title: 'Free' }),
      await buildSpace(organization, { title: 'Taken over' }),
    ];
    const set = (space: { id: string }, mergeRules: object) =>
      organization.admin.api.patch(`/v1/spaces/${space.id}`, { mergeRules });
    await set(own, { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] });
    await set(free, { type: 'none' });
    await set(taken, { type: 'inherit' });
    const shown = (await admin.read(`${settings}/rules`)).split('Spaces with rules of their own').at(-1)!;
    expect(shown).toContain('Own &lt;i>');
    expect(shown).toContain('No rules: anybody who may merge does');
    expect(shown).not.toContain('Taken over');
  });
});

describe('another organization', () => {
  it('is made by administrators of one', async () => {
    expect(await admin.read('/app/organizations')).toContain('href="/app/organizations/new"');
    const made = await admin.post('/app/organizations/new', {
      do: 'create',
      title: 'Second <b>',
      type: 'community',
      useCase: 'notes',
      emailDomains: 'second.example',
    });
    expect(made.status).toBe(303);
    const [, id] = /\/o\/([^/]+)\/welcome$/.exec(made.headers.get('location')!)!;
    expect((await organization.admin.api.get(`/v1/orgs/${id}`)).body).toMatchObject({
      title: 'Second <b>',
      type: 'community',
      useCase: 'notes',
      emailDomains: ['second.example'],
      permissions: { admin: true },
    });
    expect((await admin.post('/app/organizations/new', { do: 'create', title: 'x' })).status).toBe(400);
  });

  it('is not made by others', async () => {
    const writer = await startMemberBrowser(test, (await organization.member('create')).token);
    expect(await writer.read('/app/organizations')).not.toContain('organizations/new');
    expect((await writer.open('/app/organizations/new')).status).toBe(403);
    expect((await writer.post('/app/organizations/new', { do: 'create', title: 'Mine' })).status).toBe(403);
  });
});
