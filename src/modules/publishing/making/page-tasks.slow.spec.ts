import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentRef, type JSONDocument, parseMarkdown } from '#modules/documents/index.js';
import { documentScope } from '#modules/expressions/index.js';
import { compute } from '#platform/compute/compute.js';
import { type BlockDrawing, DrawnBlock, type RenderContext } from '#modules/rendering/index.js';
import { isHeavy } from './is-heavy.js';
import { makeBody, makePlainBody, type PageBody } from './make-body.js';
import { makeMarkdown } from './make-markdown.js';
import {
  PAGE_BODY,
  PAGE_MARKDOWN,
  type PageQuestion,
  type PageReply,
  PLAIN_BODY,
  refKey,
} from './page-tasks.js';
import type { PageSource } from './page-source.js';

const SPECIFICATION = {
  openapi: '3.1.0',
  paths: {
    '/trees': {
      get: {
        summary: 'List trees',
        responses: {
          200: {
            description: 'Trees',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        properties: { name: { type: 'string' }, parts: { items: { $ref: '#/components/schemas/Tree' } } },
      },
    },
  },
};
const DRAWN = { type: 'block', children: [{ type: 'text', children: 'Drawn by nobody' }] } as const;
const LOOK = { iconStyle: 'solid', language: 'en' } as const;
const FORM = {
  title: 'Title',
  description: 'What it is',
  siteBasePath: '/s/',
  siteUrl: 'https://docs.example/s/',
};

const context: RenderContext = {
  resolveRef: (ref) =>
    ref.kind === 'page'
      ? { kind: 'page', href: `/s/${ref.page}`, title: `Page ${ref.page}` }
      : ref.kind === 'url'
        ? { kind: 'url', href: ref.url }
        : null,
  file: (id) => ({ url: `/files/${id}`, name: `${id}.png`, size: 5, contentType: 'image/png' }),
  user: (id) => ({ displayName: `User ${id}` }),
  language: 'en',
};
const drawing = (): BlockDrawing => ({
  drawn: new DrawnBlock(DRAWN as unknown as DrawnBlock['root'], {}),
  seconds: 60,
});
const source: PageSource = {
  specifications: async (named) => named.map(({ key }) => ({ key, id: 'v1', isDeleted: false })),
  specification: async () => SPECIFICATION as unknown as Awaited<ReturnType<PageSource['specification']>>,
  draw: async (blocks) => blocks.map(drawing),
  context: async () => context,
};

async function answer(question: PageQuestion): Promise<PageReply> {
  switch (question.kind) {
    case 'included': {
      const included = paragraphOf('Included from ');
      const document = JSON.stringify(included);
      return { document, variables: { product: 'Roots' }, space: 'other' };
    }
    case 'specifications':
      return source.specifications(question.named);
    case 'specification':
      return JSON.stringify(SPECIFICATION);
    case 'drawings':
      return question.blocks.map(() => ({ drawn: { root: DRAWN, state: {} }, seconds: 60 }) as never);
    case 'references': {
      const { refs } = question;
      const targets = new Map(refs.flatMap((ref) => entry(refKey(ref), context.resolveRef(ref))));
      const files = new Map(
        refs.flatMap((ref) => (ref.kind === 'file' ? entry(ref.file, context.file(ref.file)) : [])),
      );
      const users = new Map(
        refs.flatMap((ref) => (ref.kind === 'user' ? entry(ref.user, context.user?.(ref.user)) : [])),
      );
      return { targets, files, users, language: 'en' };
    }
  }
}

function entry<Value>(key: string, value: Value | null | undefined): [string, Value][] {
  return value ? [[key, value]] : [];
}

/** A paragraph with words and the value of a variable of the space. */
function paragraphOf(words: string): JSONDocument {
  const leaf = { object: 'leaf', text: words, marks: [] };
  const nodes = [
    { object: 'text', leaves: [leaf] },
    { object: 'inline', type: 'expression', isVoid: true, data: { expression: 'space.vars.product' } },
  ];
  const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes };
  return { object: 'document', data: {}, nodes: [paragraph] } as unknown as JSONDocument;
}

const pack = (document: JSONDocument) => ({
  text: JSON.stringify(document),
  scope: documentScope({ space: { product: 'Trees' } }),
});
const BUDGET = { budgetMs: 60_000, organization: 'o' };

/** The page with the colours of all its code, for which a thread may need several attempts until its grammars are ready. */
async function finished(make: () => Promise<PageBody>): Promise<PageBody> {
  const body = await make();
  return body.seconds === undefined ? body : finished(make);
}

async function expectTheSame(document: JSONDocument): Promise<void> {
  const inThread = () =>
    compute.run(PAGE_BODY, { document: pack(document), look: LOOK }, { ...BUDGET, answer });
  expect(await finished(inThread)).toEqual(await finished(() => makeBody(document, LOOK, source)));
  const markdown = { document: pack(document), form: FORM };
  expect(await compute.run(PAGE_MARKDOWN, markdown, { ...BUDGET, answer })).toBe(
    await makeMarkdown(document, FORM, source),
  );
}

const DOCS = new URL('../../../../docs/', import.meta.url).pathname;
const resolveLink = (address: string): ContentRef => ({ kind: 'page', page: address.replace(/\W/g, '') });
const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

describe('the rendering of a page in a thread', () => {
  it('gives the same for pages as without a thread', async () => {
    expect(files.length).toBeGreaterThan(20);
    for (const name of files.sort().filter((_, at) => at % 4 === 0)) {
      const { document } = parseMarkdown(readFileSync(join(DOCS, name), 'utf8'), { resolveLink });
      await expectTheSame(document);
    }
  });

  it('gives the same for specifications, integrations, files and users', async () => {
    const block = (type: string, data: Record<string, unknown>) => ({
      object: 'block',
      type,
      isVoid: true,
      data,
    });
    const document = {
      object: 'document',
      data: {},
      nodes: [
        block('openapi-operation', {
          ref: { kind: 'openapi', spec: 'trees' },
          path: '/trees',
          method: 'get',
        }),
        block('integration', { integration: 'a', block: 'b', props: {} }),
        block('file', { ref: { kind: 'file', file: 'f1' } }),
        {
          ...block('paragraph', {}),
          isVoid: false,
          nodes: [
            { object: 'inline', type: 'mention', isVoid: true, data: { ref: { kind: 'user', user: 'u1' } } },
          ],
        },
      ],
    } as unknown as JSONDocument;
    const { html } = await makeBody(document, LOOK, source);
    for (const words of ['List trees', 'Drawn by nobody', 'f1.png']) expect(html).toContain(words);
    await expectTheSame(document);
  });

  it('resolves conditions, expressions and inclusions, also in a short document', async () => {
    const document = paragraphOf('Of ');
    const hidden = { object: 'block', type: 'if', isVoid: false, data: { expression: 'false' }, nodes: parseMarkdown('Secret').document.nodes }; // prettier-ignore
    const ref = { kind: 'reusable-content', reusableContent: 'r' };
    const included = { object: 'block', type: 'reusable-content', isVoid: true, data: { ref } };
    const nodes = [...document.nodes, hidden, included] as JSONDocument['nodes'];
    const stored = pack({ ...document, nodes });
    const body = await compute.run(PAGE_BODY, { document: stored, look: LOOK }, { ...BUDGET, answer });
    const plain = await compute.run(PLAIN_BODY, stored, { ...BUDGET, answer });
    for (const { html } of [body, plain]) {
      expect(html).toContain('Of Trees');
      expect(html).toContain('Included from Roots');
      expect(html).not.toContain('Secret');
    }
  });

  it('asks for no targets of external links', async () => {
    const { document } = parseMarkdown(
      '[a](https://a.example) [b](https://b.example) [c](https://c.example)',
    );
    const asked: PageQuestion[] = [];
    const note = (question: PageQuestion) => {
      asked.push(question);
      return answer(question);
    };
    const input = { document: pack(document), look: LOOK };
    const { html } = await compute.run(PAGE_BODY, input, { ...BUDGET, answer: note });
    expect(html).toContain('href="https://b.example"');
    expect(asked).toEqual([{ kind: 'references', refs: [] }]);
  });

  it('falls back to plain text for a page that is too long', async () => {
    const heading = { object: 'block', type: 'heading-1', isVoid: false, data: {}, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'A', marks: [] }] }] }; // prettier-ignore
    const nodes = Array.from({ length: 50_000 }, () => heading) as unknown as JSONDocument['nodes'];
    const stored = pack({ object: 'document', data: {}, nodes });
    const body = await compute.run(PAGE_BODY, { document: stored, look: LOOK }, { ...BUDGET, answer });
    expect(body.html).toContain('too large to be shown in full');
    expect(body.html.length).toBeLessThan(1_000_000);
  });

  it('writes all words of a plain page, without markup', async () => {
    const { document } = parseMarkdown('# One\n\nTwo `<b>` **three**\n');
    const made = await compute.run(PLAIN_BODY, pack(document), { ...BUDGET, answer });
    expect(made).toEqual(makePlainBody(document));
    expect(made.html).toContain('&#x3C;b>');
  });
});

it('a document is heavy when its text, blocks, formulas or computed blocks are many', () => {
  const documentOf = (markdown: string) => parseMarkdown(markdown).document;
  expect(isHeavy(documentOf('Words. '.repeat(200)))).toBe(false);
  expect(isHeavy(documentOf('Words. '.repeat(5_000)))).toBe(true);
  expect(isHeavy(documentOf('* a\n'.repeat(300)))).toBe(true);
  expect(isHeavy(documentOf(`$$${'x'.repeat(300)}$$`))).toBe(true);
  const block = { object: 'block', type: 'openapi-operation', isVoid: true, data: {} };
  expect(isHeavy({ object: 'document', data: {}, nodes: [block] } as unknown as JSONDocument)).toBe(true);
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const node = { object: 'block', type: 'x', data } as unknown as JSONDocument['nodes'][number];
      expect(typeof isHeavy({ object: 'document', data: {}, nodes: [node] })).toBe('boolean');
    }),
  );
});
