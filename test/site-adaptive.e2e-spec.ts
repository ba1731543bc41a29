import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AudienceSite, cookiesOf, publishSite, visitorToken } from './support/audience.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { importFiles, pagesByFile } from './support/archive.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let site: AudienceSite;
let key: string;
/** Texts that a reader without claims must never see, by their place. */
const HIDDEN = ['Vault', 'Members only', 'Deep below', 'Secret paragraph', 'Inner circle', 'hidden-note'];

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  site = await publishAdaptive();
  key = (await admin().get(`${site.api}/publishing/auth`)).body.privateKey as string;
});

afterAll(() => test.close());

const admin = () => organization.admin.api;
const read = (path: string, headers: Record<string, string> = {}) => test.api.get(path, { headers });
const claim = (type: string, more: object = {}) => ({ type, description: 'A claim', ...more });

const SCHEMA = {
  type: 'object',
  properties: {
    isMember: claim('boolean'),
    plan: claim('string', { enum: ['free', 'pro'] }),
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { language: claim('string'), isBeta: claim('boolean') },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const FOLDER = {
  'SUMMARY.md': [
    '# Summary',
    '',
    '* [Welcome](README.md)',
    '* [Members only](members-only.md)',
    '  * [Deep below](deep-below.md)',
    '* [Open page](open-page.md)',
  ].join('\n'),
  'README.md': [
    '# Welcome',
    'Hello everybody. See [](members-only.md).',
    '{% if visitor.claims.isMember == true %}\nSecret paragraph\n{% endif %}',
    '{% if visitor.claims.unsigned.isBeta == true %}\nBeta paragraph\n{% endif %}',
  ].join('\n\n'),
  'members-only.md':
    '# Members only\n\nWords about otters.\n\n{% file src=".gitbook/assets/hidden-note.txt" %}\n',
  'deep-below.md': '# Deep below\n\nDeep words.\n',
  'open-page.md': '# Open page\n\nWords about ducks.\n\n{% file src=".gitbook/assets/shown-note.txt" %}\n',
  '.gitbook/assets/hidden-note.txt': 'hidden-note.txt',
  '.gitbook/assets/shown-note.txt': 'shown-note.txt',
};

let files: Map<string, string>;

/** A site with everything that a condition can hide, below `isMember`. */
async function publishAdaptive(): Promise<AudienceSite> {
  const published = await publishSite(organization, {}, []);
  const { space, api } = published;
  await importFiles(test, organization.admin, space, FOLDER);
  const listed = await admin().get(`/v1/spaces/${space}/content/files`);
  files = new Map((listed.body.items as { id: string; name: string }[]).map(({ id, name }) => [name, id]));
  const page = (await pagesByFile(organization.admin, space)).get('members-only.md')!.id;
  const condition = 'visitor.claims.isMember == true';
  const changes = [{ operation: 'update_page', page, condition }];
  const changed = await admin().post(`/v1/spaces/${space}/content`, { changes });
  expect(changed.status, changed.text).toBe(200);
  const vault = await buildSpace(organization, { title: 'Vault' });
  await buildPages(organization.admin, vault.id, [
    { title: 'Inner circle', markdown: 'Words about badgers.' },
  ]);
  const added = await admin().post(`${api}/site-spaces`, { spaceId: vault.id });
  const conditioned = await admin().patch(`${api}/site-spaces/${added.body.id}`, { condition });
  expect(conditioned.status, conditioned.text).toBe(200);
  expect((await admin().put(`${api}/adaptive-schema`, { jsonSchema: SCHEMA })).status).toBe(200);
  const enabled = await admin().patch(api, { adaptiveContent: { enabled: true } });
  expect(enabled.body.adaptiveContent).toEqual({ enabled: true });
  return published;
}

const member = async (claims: object = { isMember: true }) =>
  ({ cookie: `bindery-visitor-token=${await visitorToken(key, claims)}` }) as Record<string, string>;

/** Asks the site as an AI tool would. */
function callTool(params: object, headers: Record<string, string>) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const accept = 'application/json, text/event-stream';
  return test.api.post(`${site.base}~mcp`, message, { headers: { ...headers, accept } });
}

describe('content that a visitor may not see', () => {
  it('visitors with the claim see the content', async () => {
    const headers = await member();
    const home = await read(site.base, headers);
    for (const words of ['Secret paragraph', 'Members only', 'Deep below', 'Vault'])
      expect(home.text).toContain(words);
    expect((await read(`${site.base}members-only`, headers)).text).toContain('hidden-note.txt');
    expect((await read(`${site.base}members-only/deep-below`, headers)).status).toBe(200);
    expect((await read(`${site.base}vault/`, headers)).text).toContain('Inner circle');
    const next = await read(`${site.base}`, headers);
    expect(next.text).toMatch(/rel="next" href="[^"]*members-only"/);
  });

  it('no output has the content', async () => {
    const outputs = [
      ...[
        '',
        'open-page',
        'open-page/',
        'nowhere',
        'members-only',
        'members-only/deep-below',
        'vault/',
        'vault',
      ],
      ...['sitemap.xml', 'sitemap-1.xml', 'robots.txt', 'llms.txt', 'llms-full.txt', 'open-page/rss.xml'],
      ...['index.md', 'open-page.md', 'members-only.md', 'vault/index.md', '~og/x/y.png', '~theme/x.css'],
      ...['otters', 'badgers', 'paragraph', 'circle', 'deep words'].flatMap((words) =>
        ['~search', '~search/page'].map((path) => `${path}?scope=all&q=${encodeURIComponent(words)}`),
      ),
    ];
    const outputsTo = async (headers: Record<string, string>): Promise<string[]> => {
      const texts = outputs.map((path) => read(site.base + path, headers));
      const tools = [
        { name: 'listPages', arguments: {} },
        { name: 'searchDocumentation', arguments: { query: 'otters' } },
        { name: 'getPage', arguments: { page: 'members-only' } },
      ].map((params) => callTool(params, headers));
      return (await Promise.all([...texts, ...tools])).map(({ text }) => text);
    };
    const names = [...outputs, 'listPages', 'searchDocumentation', 'getPage'];
    const leaks = (texts: string[]) =>
      texts.flatMap((text, at) => (HIDDEN.some((word) => text.includes(word)) ? [names[at]] : []));
    expect(leaks(await outputsTo({}))).toEqual([]);
    expect(leaks(await outputsTo(await member({ isMember: false, plan: 'pro' })))).toEqual([]);
    // They are there for members, so the test would see them.
    expect(leaks(await outputsTo(await member()))).toEqual(
      expect.arrayContaining([
        ...[
          '',
          'open-page',
          'members-only',
          'vault/',
          'llms.txt',
          'llms-full.txt',
          'index.md',
          'members-only.md',
        ],
        ...[
          '~search?scope=all&q=otters',
          '~search?scope=all&q=badgers',
          '~search/page?scope=all&q=paragraph',
        ],
        ...['listPages', 'searchDocumentation', 'getPage'],
      ]),
    );
  });

  it('the content is as absent as content that never was', async () => {
    const nothing = await read(`${site.base}nowhere`);
    for (const path of ['members-only', 'members-only/deep-below', 'vault/inner-circle']) {
      const answer = await read(site.base + path);
      expect([answer.status, answer.text], path).toEqual([404, nothing.text]);
    }
    const page = await read(site.base);
    expect(page.text).toMatch(/rel="next" href="[^"]*open-page"/);
  });

  it('files in the content are hidden too', async () => {
    const fileOf = (name: string) => `${site.base}~files/${site.space}/${files.get(name)}/${name}`;
    expect((await read(fileOf('shown-note.txt'))).text).toBe('shown-note.txt');
    expect((await read(fileOf('hidden-note.txt'))).status).toBe(404);
    const shown = await read(fileOf('hidden-note.txt'), await member());
    expect([shown.status, shown.text]).toEqual([200, 'hidden-note.txt']);
  });

  it('the content for one visitor is never shown to another', async () => {
    const headers = [{}, await member(), await member({ isMember: false }), await member({ plan: 'pro' })];
    for (let turn = 0; turn < 3; turn++) {
      const pages = [];
      for (const one of headers) pages.push((await read(site.base, one)).text.includes('Members only'));
      expect(pages).toEqual([false, true, false, false]);
      const statuses = [];
      for (const one of headers) statuses.push((await read(`${site.base}members-only`, one)).status);
      expect(statuses).toEqual([404, 200, 404, 404]);
    }
  });

  it('invalid tokens do not show the content', async () => {
    const forged = await visitorToken('x'.repeat(64), { isMember: true });
    const cookie = `bindery-visitor-token=${forged}`;
    expect((await read(site.base, { cookie })).text).not.toContain('Members only');
    const stripped = await read(`${site.base}?jwt_token=${forged}`);
    expect([stripped.status, stripped.headers.getSetCookie()]).toEqual([307, []]);
    expect(stripped.headers.get('location')).toBe(site.base);
  });

  it('the content is hidden from everybody while adaptive content is off', async () => {
    await admin().patch(site.api, { adaptiveContent: { enabled: false } });
    expect((await read(site.base, await member())).text).not.toContain('Members only');
    await admin().patch(site.api, { adaptiveContent: { enabled: true } });
    expect((await read(site.base, await member())).text).toContain('Members only');
  });

  it('the content follows the schema at once', async () => {
    const { isMember: _, ...properties } = SCHEMA.properties;
    await admin().put(`${site.api}/adaptive-schema`, { jsonSchema: { ...SCHEMA, properties } });
    expect((await read(site.base, await member())).text).not.toContain('Members only');
    await admin().put(`${site.api}/adaptive-schema`, { jsonSchema: SCHEMA });
    expect((await read(site.base, await member())).text).toContain('Members only');
  });
});

describe('unsigned claims of a visitor', () => {
  it('the claims move from the address into a cookie', async () => {
    const answer = await read(`${site.base}open-page?visitor.isBeta=true&visitor.other=1&a=b`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe(`${site.base}open-page?a=b`);
    const cookie = cookiesOf(answer.headers);
    expect(decodeURIComponent(cookie)).toBe('gitbook-visitor-public={"isBeta":true}');
    expect((await read(site.base, { cookie })).text).toContain('Beta paragraph');
    expect((await read(site.base)).text).not.toContain('Beta paragraph');
  });

  it('the claims come from a cookie that pages may set', async () => {
    const cookieOf = (value: unknown) =>
      `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(value))}`;
    expect((await read(site.base, { cookie: cookieOf({ isBeta: true }) })).text).toContain('Beta paragraph');
    for (const value of [{ isBeta: 'yes' }, [true], null, 'text', { unsigned: { isBeta: true } }])
      expect((await read(site.base, { cookie: cookieOf(value) })).text).not.toContain('Beta paragraph');
    expect((await read(site.base, { cookie: 'gitbook-visitor-public={broken' })).status).toBe(200);
  });

  it('the claims never count as signed', async () => {
    const claims = encodeURIComponent(JSON.stringify({ isMember: true, claims: { isMember: true } }));
    const cookie = `gitbook-visitor-public=${claims}`;
    expect((await read(site.base, { cookie })).text).not.toContain('Members only');
    const answer = await read(`${site.base}?visitor.isMember=true&visitor.__proto__.isMember=true`);
    expect((await read(site.base, { cookie: cookiesOf(answer.headers) })).text).not.toContain('Members only');
    const signed = await member({ unsigned: { isBeta: true } });
    expect((await read(site.base, signed)).text).not.toContain('Beta paragraph');
  });
});

describe('the schema of claims', () => {
  it('the schema is read as it was written, and 404 before', async () => {
    const other = await publishSite(organization);
    expect((await admin().get(`${other.api}/adaptive-schema`)).status).toBe(404);
    expect((await admin().get(`${other.api}/adaptive-schema/template-conditions`)).body).toEqual({
      items: [],
    });
    const got = await admin().get(`${site.api}/adaptive-schema`);
    expect(got.body).toMatchObject({ object: 'site-adaptive-schema', jsonSchema: SCHEMA });
    expect(Object.keys(got.body.jsonSchema.properties as object)).toEqual(Object.keys(SCHEMA.properties));
  });

  it('the schema is refused with the place of the error', async () => {
    const properties = { age: { type: 'integer', description: '' } };
    const answer = await admin().put(`${site.api}/adaptive-schema`, {
      jsonSchema: { ...SCHEMA, properties },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('jsonSchema.properties.age');
    expect((await admin().put(`${site.api}/adaptive-schema`, {})).status).toBe(400);
    expect((await admin().patch(site.api, { adaptiveContent: { enabled: 'yes' } })).status).toBe(400);
  });

  it('the schema suggests conditions that work', async () => {
    const { body } = await admin().get(`${site.api}/adaptive-schema/template-conditions`);
    expect(body.items).toContainEqual({
      description: 'plan is "pro" (A claim)',
      condition: 'visitor.claims.plan == "pro"',
    });
    for (const { condition } of body.items as { condition: string }[]) {
      const changes = [
        { operation: 'insert_page', title: 'Conditioned', condition, document: { markdown: '' } },
      ];
      const space = await buildSpace(organization);
      const answer = await admin().post(`/v1/spaces/${space.id}/content`, { changes });
      expect(answer.status, condition).toBe(200);
    }
  });
});

describe('a preview with claims', () => {
  const previewOf = async (claims: string) => {
    const { body } = await admin().get(`${site.api}/publishing/preview`, { query: { claims } });
    return (await read(new URL(body.url as string).pathname)).text;
  };

  it('the preview shows the content of a visitor with such claims', async () => {
    expect(await previewOf('()')).not.toContain('Members only');
    expect(await previewOf('(isMember:!t)')).toContain('Members only');
    expect(await previewOf('(unsigned:(isBeta:!t))')).toContain('Beta paragraph');
    expect(await previewOf('{"isMember":true}')).toContain('Members only');
  });
});
