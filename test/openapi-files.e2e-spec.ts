import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import { type Files, type ImportOutcome, importFiles } from './support/archive.js';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const block = (src: string, path = '/pets', method = 'get') =>
  `{% openapi src="${src}" path="${path}" method="${method}" %}\n[x](${src})\n{% endopenapi %}\n`;

const FILES: Files = {
  'SUMMARY.md': '# Summary\n\n* [Home](README.md)\n* [Pets](api/pets.md)\n* [Lost](api/lost.md)\n',
  'README.md': '# Home\n',
  'api/pets.md': `# Pets\n\n${block('../.gitbook/assets/pets.yaml')}\n{% include "../.gitbook/includes/adding.md" %}\n`,
  '.gitbook/includes/adding.md': `# Adding\n\n${block('../assets/pets.yaml', '/pets', 'post')}`,
  'api/lost.md': [
    '# Lost\n',
    block('../.gitbook/assets/none.yaml'),
    block('../.gitbook/assets/broken.yaml'),
    block('../.gitbook/assets/parts.yaml'),
    block('../.gitbook/assets/pets.yaml', '/nowhere'),
    block('https://example.com/pets.yaml'),
    '{% openapi-operation spec="nobody" path="/pets" method="get" %}\n{% endopenapi-operation %}\n',
  ].join('\n'),
  // JSON is YAML.
  '.gitbook/assets/pets.yaml': smallSpec(),
  '.gitbook/assets/broken.yaml': 'swagger: "2.0"\ninfo: {}\npaths: {}\n',
  '.gitbook/assets/parts.yaml': smallSpec({ paths: { '/pets': { $ref: 'https://127.0.0.1/pets.yaml' } } }),
};
/** Words that only the specification has. */
const OPERATION = ['List the pets', 'Query parameters', 'limit', 'How many', 'Some pets'];

describe('API blocks that name a file of their space', () => {
  let test: TestApp;
  let org: TestOrganization;
  let spaceId: string;
  let outcome: ImportOutcome;
  let base: string;

  beforeAll(async () => {
    test = await shareTestApp();
    org = await buildOrganization(test);
    spaceId = (await buildSpace(org, { title: 'Guide' })).id;
    outcome = await importFiles(test, org.admin, spaceId, FILES);
    const sites = `/v1/orgs/${org.id}/sites`;
    const { body } = await org.admin.api.post(sites, { title: 'Docs', spaces: [spaceId] });
    const answer = await org.admin.api.post(`${sites}/${body.id}/publish`);
    base = new URL(answer.body.urls.published as string).pathname;
  });
  afterAll(() => test.close());

  const read = async (path: string) => (await test.api.get(base + path)).text;
  const pageId = async (title: string) => {
    const { body } = await org.admin.api.get(`/v1/spaces/${spaceId}/content`);
    const all = (pages: { id: string; title: string; pages?: [] }[]): { id: string; title: string }[] =>
      pages.flatMap((page) => [page, ...all(page.pages ?? [])]);
    return all(body.pages).find((page) => page.title === title)?.id ?? '';
  };

  it('the blocks show readers the whole operation, also where they are included', async () => {
    const page = await read('pets');
    for (const words of [...OPERATION, 'Add a pet', 'Request body']) expect(page).toContain(words);
    expect(page).not.toContain('is not available');
  });

  it.each(['pets.md', 'llms-full.txt'])('the blocks write the operation into %s', async (path) => {
    const text = await read(path);
    for (const words of [...OPERATION, 'Add a pet']) expect(text).toContain(words);
  });

  it('the blocks are printed in full', async () => {
    const query = { page: await pageId('Pets'), only: true };
    const { body } = await org.admin.api.get(`/v1/spaces/${spaceId}/pdf`, { query });
    const file = await fetch(test.baseUrl + new URL(body.url as string).pathname);
    const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of [...OPERATION, 'Add a pet']) expect(text).toContain(words);
  });

  it('the blocks follow the file of a change request', async () => {
    const { path, number } = await openChangeRequest(org.admin, spaceId);
    const base64 = Buffer.from(smallSpec().replace('List the pets', 'List the animals')).toString('base64');
    const files = { name: 'animals.yaml', contentType: 'application/yaml', base64 };
    const inserted = await org.admin.api.post(`${path}/content`, {
      changes: [{ operation: 'insert_files', files: [files] }],
    });
    expect(inserted.status, inserted.text).toBe(200);
    const now = await org.admin.api.get(`${path}/content`);
    const added = (now.body.files as { id: string; name: string }[]).find(
      ({ name }) => name === 'animals.yaml',
    );
    const node = {
      object: 'block',
      type: 'swagger',
      data: { ref: { kind: 'file', file: added?.id }, path: '/pets', method: 'get' },
      isVoid: true,
    };
    const document = { object: 'document', data: {}, nodes: [node] };
    const changes = [{ operation: 'update_page', page: await pageId('Pets'), document: { document } }];
    const changed = await org.admin.api.post(`${path}/content`, { changes });
    expect(changed.status, changed.text).toBe(200);
    const browser = await startMemberBrowser(test, org.admin.token);
    const preview = await browser.read(`/app/s/${spaceId}/~/changes/${number}/pets`);
    expect(preview).toContain('List the animals');
    expect(await browser.read(`/app/s/${spaceId}/pets`)).toContain('List the pets');
  });

  it('the blocks say when there is nothing to show', async () => {
    const page = await read('lost');
    expect(page.match(/This part of the specification is not available/g)).toHaveLength(6);
    // The file is there to be read.
    expect(page).toMatch(/<a href="[^"]*broken.yaml"/);
    expect(page).toContain('https://example.com/pets.yaml');
  });

  it('empty blocks are in the report of the import, each with its line and reason', () => {
    const found = outcome.report?.warnings
      .filter(({ kind }) => kind === 'empty-api-block')
      .map(({ file, line, message }) => `${file}:${line} ${message.replace(/^.*?: /, '')}`);
    expect(found).toEqual([
      'api/lost.md:7 info.title is missing: a specification needs a title.',
      'api/lost.md:11 paths./pets.$ref refers to https://127.0.0.1/pets.yaml; a specification that is a file of a space holds everything itself. Bundle it into one file, or register it as an OpenAPI specification of the organization.',
      'api/lost.md:15 The specification has no such part.',
      'api/lost.md:19 It names no file of the space and no specification of the organization.',
      'api/lost.md:23 The organization has no OpenAPI specification "nobody" that was read.',
    ]);
    // The file that is not there is told of as any other, and not twice.
    expect(outcome.report?.warnings.map(({ line, kind }) => `${line} ${kind}`)).toContain('3 broken-link');
  });
});
