import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsEqual, type JSONDocument, normalizeDocument } from '../src/modules/documents/index.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { CATALOGUE_VARIABLES, type CatalogueEntry, documentCatalogue } from './support/document-catalogue.js';
import { block, codeBlock, documentOf, inline, paragraph, text } from './support/document-nodes.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { parseHtml, textOf } from './support/html.js';
import { BLOCKS, COLUMNS, INLINES, MARKS, missingMembers } from './support/required-members.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const line = (words: string) => paragraph(words);

describe('the document model', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;
  let site: string;
  let target: string;
  let catalogue: CatalogueEntry[];

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    const { api } = organization.admin;
    space = (await buildSpace(organization)).id;
    [target] = (await buildPages(organization.admin, space, [
      { title: 'The target', markdown: '## There' },
    ])) as [string];
    const variables = { operation: 'update_variables', variables: CATALOGUE_VARIABLES };
    const files = [{ name: 'dot.png', contentType: 'image/png', base64: PIXEL }];
    const { body } = await api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files }, variables] },
      { query: { compat: false } },
    );
    const collection = await api.post(`/v1/orgs/${organization.id}/collections`, { title: 'A collection' });
    const other = await buildSpace(organization);
    const me = await api.get('/v1/user');
    catalogue = documentCatalogue({
      page: target,
      file: body.insertedFiles[0].id,
      space: other.id,
      user: me.body.id,
      collection: collection.body.id,
    });
    const made = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs', spaces: [space] });
    const published = await api.post(`/v1/orgs/${organization.id}/sites/${made.body.id}/publish`);
    site = test.baseUrl + new URL(published.body.urls.published).pathname;
  });
  afterAll(() => test.close());

  const change = (...inputs: object[]) =>
    organization.admin.api.post(
      `/v1/spaces/${space}/content`,
      // Hidden ones are not in the menu, which each of them would have with all the others.
      {
        changes: inputs.map((input) => ({ operation: 'insert_page', title: 'Page', hidden: true, ...input })),
      },
      { query: { compat: false } },
    );
  /** Stores texts as a page each, many at once, and answers the ids in order. */
  const storeAll = async (documents: object[]): Promise<string[]> => {
    const ids: string[] = [];
    for (let from = 0; from < documents.length; from += 25) {
      const answer = await change(...documents.slice(from, from + 25).map((document) => ({ document })));
      if (answer.status !== 200) throw new Error(answer.text);
      ids.push(...(answer.body.changes as { page: { id: string } }[]).map(({ page }) => page.id));
    }
    return ids;
  };
  const store = async (document: object): Promise<string> => (await storeAll([document]))[0]!;
  /** The page as readers get it. */
  const open = async (id: string): Promise<Response> => {
    const page = await organization.admin.api.get(`/v1/spaces/${space}/content/page/${id}`);
    return fetch(site + page.body.path);
  };
  /** Without the contract check: blocks of later versions of the contract are not in the one the test client knows. */
  const read = async (id: string, format: 'document' | 'markdown') => {
    const address = `${test.baseUrl}/v1/spaces/${space}/content/page/${id}?format=${format}`;
    const headers = { authorization: `Bearer ${organization.admin.token}` };
    const page = (await (await fetch(address, { headers })).json()) as Record<string, unknown>;
    return page[format] as JSONDocument & string;
  };

  it('reports missing members of a document', () => {
    const complete = { key: 'k', ...block('hint', { style: 'info' }, [line('x')]) };
    const problems = (one: object) => missingMembers({ object: 'document', data: {}, nodes: [one] });
    expect(problems({ ...complete, nodes: [{ ...line('x'), key: 'p' }] })).toEqual([]);
    expect(problems({ ...complete, data: {} })).toContain('/0:hint has style = undefined');
    expect(problems({ ...complete, nodes: [] })).toEqual(['/0:hint is empty']);
    expect(problems({ ...complete, type: 'column' })).toContain('/0:column stands in nothing');
    expect(missingMembers({})).toEqual(['no nodes']);
  });

  it('has every type of the model in its catalogue', () => {
    const json = JSON.stringify(catalogue);
    const types = [...Object.keys(BLOCKS), ...Object.keys(INLINES), ...MARKS, ...Object.keys(COLUMNS)];
    expect(types.filter((type) => !json.includes(`"type":"${type}"`))).toEqual([]);
  });

  it('keeps every node with all of its data, as a document, through Markdown without JSON and in HTML', async () => {
    const given = catalogue.map(({ blocks }) => ({ ...documentOf(...blocks), data: {} }));
    const pages = await storeAll(given.map((document) => ({ document })));
    const markdowns: string[] = [];
    for (const id of pages) markdowns.push(await read(id, 'markdown'));
    const again = await storeAll(markdowns.map((markdown) => ({ markdown })));
    for (const [at, { name, words }] of catalogue.entries()) {
      expect(markdowns[at], name).not.toMatch(/bindery-block|data-inline|data-mark/);
      const document = await read(pages[at]!, 'document');
      expect(missingMembers(document), name).toEqual([]);
      const stored = JSON.stringify(normalizeDocument(document));
      expect(
        documentsEqual(normalizeDocument(document), normalizeDocument(given[at]!)),
        `${name}\n${stored}`,
      ).toBe(true);

      const back = await read(again[at]!, 'document');
      const difference = `${name}\n${markdowns[at]}\n${stored}\n${JSON.stringify(normalizeDocument(back))}`;
      expect(documentsEqual(normalizeDocument(back), normalizeDocument(document)), difference).toBe(true);
      expect(missingMembers(back), name).toEqual([]);

      const response = await open(pages[at]!);
      expect(response.status, name).toBe(200);
      const shown = textOf(parseHtml(await response.text())).replace(/\s+/g, ' ');
      expect(
        words.filter((one) => !shown.includes(one)),
        `${name}\n${shown}`,
      ).toEqual([]);
    }
  });

  it('prints every node, and text that is no known markup', async () => {
    const made = await change({ title: 'All of them', document: { markdown: '' } });
    const into = made.body.changes[0].page.id as string;
    const documents = [
      ...catalogue.map(({ name, blocks }) => ({ title: name, document: documentOf(...blocks) })),
      { title: 'raw', markdown: '<div class="x"><pre>kept</pre></div>\n\n{% for x in y %}' },
    ];
    for (let from = 0; from < documents.length; from += 50) {
      const part = documents.slice(from, from + 50);
      const inputs = part.map(({ title, ...document }) => ({ title, document, into, hidden: false }));
      expect((await change(...inputs)).status).toBe(200);
    }
    const { body, status } = await organization.admin.api.get(`/v1/spaces/${space}/pdf`, {
      query: { page: into },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const response = await fetch(test.baseUrl + new URL(body.url).pathname);
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text } = await extractText(pdf);
    expect(text.length).toBeGreaterThan(documents.length);
    expect(text.filter((page) => page.includes('could not be typeset'))).toEqual([]);
  });

  const bare = (type: string, rest: object = {}) => ({ object: 'block', type, ...rest });
  it.each<[string, object]>([
    ['items without their container', bare('list-item', { nodes: [line('x')] })],
    ['a tab alone', bare('tabs-item', { nodes: [line('x')] })],
    ['an image alone', bare('image', { data: { ref: { kind: 'url', url: 'https://example.com/a.png' } } })],
    [
      'a column, a step, an update alone',
      block('blockquote', {}, [
        block('column', {}, []),
        block('stepper-step', {}, []),
        block('update', { date: '2026-01-02' }, []),
      ]),
    ],
    ['a line of code alone', block('code-line', {}, [text('x')])],
    ['a paragraph in tabs', block('tabs', {}, [line('x')])],
    ['a paragraph in a list', block('list-ordered', {}, [line('x')])],
    ['a paragraph among images', block('images', {}, [line('x')])],
    [
      'a paragraph among updates',
      block('updates', {}, [line('x'), block('update', { date: '2026-01-02T00:00:00.000Z' }, [line('y')])]),
    ],
    [
      'containers without anything',
      block(
        'blockquote',
        {},
        ['tabs', 'stepper', 'columns', 'list-tasks', 'images', 'updates', 'hint', 'code', 'prompt', 'if'].map(
          (type) => bare(type, type === 'if' ? { data: { expression: 'true' } } : {}) as never,
        ),
      ),
    ],
    [
      'headings and lists without data',
      block('blockquote', {}, [
        bare('heading-1', { nodes: [text('x')] }),
        bare('list-ordered', { nodes: [bare('list-item')] }),
      ] as never),
    ],
    [
      'blocks in a line',
      block('paragraph', {}, [
        block('blockquote', {}, [line('deep')]),
        inline('link', { ref: { kind: 'url', url: '/' } }, [line('in a link') as never]),
      ]),
    ],
    ['text where blocks belong', block('hint', {}, [text('x')])],
    ['an expandable without parts', bare('expandable')],
    [
      'an expandable with a heading as title',
      bare('expandable', {
        fragments: [{ type: 'expandable-title', nodes: [block('heading-1', {}, [text('a')]), line('b')] }],
      }),
    ],
    ['a prompt with other things', block('prompt', {}, [line('x'), codeBlock('y')])],
    ['an annotation without a body', paragraph(inline('annotation', {}, [text('x')]))],
    [
      'leaves without marks, half a colour',
      block('paragraph', {}, [
        {
          object: 'text',
          leaves: [{ text: 'x' }, { text: 'y', marks: [{ type: 'color', data: { text: 'red' } }] }],
        },
      ] as never),
    ],
    [
      'formulas, buttons and settings left out',
      block('blockquote', {}, [
        bare('math'),
        bare('integration', { data: { integration: 'a', block: 'b' } }),
        bare('openapi-operation', { data: { ref: { kind: 'openapi', spec: 'x' } } }),
        bare('openapi-schemas', { data: { ref: { kind: 'openapi', spec: 'x' } } }),
        paragraph(inline('button', { ref: { kind: 'url', url: '/' } }), inline('inline-math')),
      ] as never),
    ],
    ['void blocks with the empty text of an editor', bare('divider', { isVoid: false, nodes: [text('')] })],
    ['a table without anything', bare('table')],
    [
      'a table with parts missing',
      bare('table', {
        data: {
          view: { type: 'board', columns: ['a', 'gone', 'b', 'a'], targetDefinition: 'gone' },
          definition: { a: {}, b: { type: 'select' }, c: { type: 'rating' }, d: { type: 'users' }, e: 7 },
          records: { r: {}, s: 5 },
          cellMerges: [{ anchor: { record: 'gone', column: 'a' }, rowSpan: 2, colSpan: 1 }, null],
        },
      }),
    ],
    [
      'cards without a size',
      bare('table', {
        data: { view: { type: 'cards' }, definition: { a: { type: 'text', title: 'A' } }, records: {} },
      }),
    ],
  ])('completes %s', async (_name, written) => {
    const id = await store({ document: documentOf(written as never) });
    const document = await read(id, 'document');
    expect(missingMembers(document)).toEqual([]);
    const again = await store({ markdown: await read(id, 'markdown') });
    const back = await read(again, 'document');
    expect(
      documentsEqual(normalizeDocument(back), normalizeDocument(document)),
      `${await read(id, 'markdown')}\n${JSON.stringify(document)}\n${JSON.stringify(back)}`,
    ).toBe(true);
    expect((await open(id)).status).toBe(200);
  });

  const ref = /must be a content reference/;
  it.each<[string, object, RegExp]>([
    [
      'a link without a target',
      paragraph(inline('link', {}, [text('x')])),
      /nodes\[0\]\.data\.ref must be a content reference/,
    ],
    ['a reference of no kind', block('content-ref', { ref: { page: 'x' } }), ref],
    ['a reference of another kind', block('content-ref', { ref: { kind: 'moon', moon: 'x' } }), ref],
    ['an image without a file', block('images', {}, [block('image', {})]), ref],
    ['a mention of nothing', paragraph(inline('mention', {})), ref],
    ['an embed without an address', block('embed', {}), /data\.url must be a string/],
    ['an emoji without a code', paragraph(inline('emoji', {})), /data\.code must be a string/],
    ['a button that does nothing', paragraph(inline('button', { label: 'x' })), /is needed, or an action/],
    [
      'a hint of an unknown style',
      block('hint', { style: 'neon' }, [line('x')]),
      /data\.style must be "info"/,
    ],
    [
      'an update without a date',
      block('updates', {}, [block('update', {}, [line('x')])]),
      /data\.date must be a date/,
    ],
    [
      'tags that are words',
      block('updates', {}, [block('update', { date: '2026-01-01', tags: ['new'] }, [])]),
      /data\.tags must be a list of references/,
    ],
    ['an if without a condition', block('if', {}, [line('x')]), /data\.expression must be a string/],
  ])('refuses %s', async (_name, written, sentence) => {
    const answer = await change({ document: { document: documentOf(written as never) } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(sentence);
  });

  it.each([
    '{% tabs %}\nwords\n{% endtabs %}',
    '{% updates %}\nwords\n\n{% update date="soon" %}\nx\n{% endupdate %}\n{% endupdates %}',
    '{% tab title="alone" %}\nx\n{% endtab %}',
    '{% prompt description="x" %}\nSome **words**\n{% endprompt %}',
    '{% openapi-operation spec="pets" %}',
    '{% hint style="neon" %}\n{% endhint %}',
    '<span data-inline="{&quot;object&quot;:&quot;inline&quot;,&quot;type&quot;:&quot;link&quot;,&quot;nodes&quot;:5}"></span> x',
    '<span data-inline="{&quot;object&quot;:&quot;inline&quot;,&quot;type&quot;:&quot;mention&quot;}"></span> x',
    '<span data-mark="{&quot;type&quot;:&quot;color&quot;,&quot;data&quot;:5}">x</span>',
    '{% bindery-block {"object":"block","type":"table","data":{"view":5}} %}',
    '{% bindery-block {"object":"block","type":"tabs-item","nodes":[]} %}',
    '{% bindery-block {"object":"block","type":"image"} %}',
  ])('makes a complete document of odd Markdown: %s', async (markdown) => {
    const id = await store({ markdown });
    const document = await read(id, 'document');
    expect(missingMembers(document)).toEqual([]);
    const again = await store({ markdown: await read(id, 'markdown') });
    expect(
      documentsEqual(normalizeDocument(await read(again, 'document')), normalizeDocument(document)),
    ).toBe(true);
  });

  it('refuses blocks of unknown types, keeps imported ones, and hides them from readers', async () => {
    const unknown = block('paragrph', { secret: 'told to nobody' }, [line('of no type')]);
    const answer = await change({ document: { document: documentOf(line('x'), unknown) } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(/document\.nodes\[1\]\.type "paragrph" is not a type/);
    const inline = { object: 'inline', type: 'linc', isVoid: false, data: {}, nodes: [] };
    const withInline = documentOf(block('paragraph', {}, [inline as never]));
    const refused = await change({ document: { document: withInline } });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toBe(
      'changes[0].document.document: document.nodes[0].nodes[0].type "linc" is not a type of inline that the document model has.',
    );
    const markdown = `before\n\n{% bindery-block ${JSON.stringify(unknown)} %}\n\nafter`;
    const id = await store({ markdown });
    expect(await read(id, 'document')).toMatchObject({
      nodes: [{ type: 'paragraph' }, { type: 'paragrph' }, { type: 'paragraph' }],
    });
    const { body } = await organization.admin.api.get(`/v1/spaces/${space}/content/page/${id}`);
    for (const end of ['', '.md']) {
      const shown = await (await fetch(`${site}${body.path}${end}`)).text();
      expect(shown).toContain('after');
      expect(shown).not.toMatch(/paragrph|told to nobody|of no type/);
    }
  });
});
