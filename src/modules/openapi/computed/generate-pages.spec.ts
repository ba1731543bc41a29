import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { GeneratedPage } from '#modules/content/index.js';
import { documentText } from '#modules/documents/index.js';
import { readSource } from '../processing/read-source.fixture.js';
import type { Specification } from '../processing/specification.js';
import { generatePages } from './generate-pages.js';

const operation = (...tags: string[]) => ({ tags, summary: `About ${tags.join(' and ')}`, responses: {} });
const spec = (more: object): Specification =>
  ({ openapi: '3.1.0', info: { title: 'T' }, ...more }) as Specification;
const pagesOf = async (more: object, models = false) =>
  (await generatePages(spec(more), { slug: 's', models })).pages;
const shape = (pages: readonly GeneratedPage[], indent = ''): string[] =>
  pages.flatMap((page) => [
    `${indent}${page.title}: ${blocksOf(page).join(', ')}`,
    ...shape(page.pages, `${indent}  `),
  ]);
const blocksOf = ({ document }: GeneratedPage) =>
  (document?.nodes ?? []).flatMap(({ type, data }) =>
    type.startsWith('openapi-') ? [String(data['path'] ?? data['name'] ?? data['schemas'])] : [],
  );
const operationsOf = ({ document, pages }: GeneratedPage): string[] => [
  ...pages.flatMap(operationsOf),
  ...(document?.nodes ?? []).flatMap(({ type, data }) =>
    type === 'openapi-operation' ? [`${String(data['method'])} ${String(data['path'])}`] : [],
  ),
];

describe('generatePages', () => {
  it('groups operations by tag, in the order of the tags', async () => {
    const pages = await pagesOf({
      tags: [{ name: 'b', 'x-displayName': 'Bees' }, { name: 'empty' }],
      paths: {
        '/a': { get: operation('a'), post: operation('b') },
        '/b': { get: operation('b', 'a'), delete: { responses: {} } },
      },
    });
    expect(shape(pages)).toEqual(['Bees: /a, /b', 'a: /a, /b', 'Other operations: /b']);
    expect(pages.map((page) => page.key)).toEqual(['tag:b', 'tag:a', 'untagged']);
    expect(pages[0]?.generated).toEqual({ doc: 'operations', page: 'b', spec: 's' });
  });

  it('puts tags below their parents, and ends for parents in a circle', async () => {
    const paths = {
      '/a': { get: operation('a'), put: operation('b'), post: operation('c'), head: operation('d') },
    };
    const tags = [
      { name: 'a', 'x-parent': 'top' },
      { name: 'top' },
      { name: 'b', 'x-parent': 'c' },
      { name: 'c', 'x-parent': 'b' },
      { name: 'd', 'x-parent': 'unknown' },
    ];
    expect(shape(await pagesOf({ tags, paths }))).toEqual(['top: ', '  a: /a', 'b: /a', 'c: /a', 'd: /a']);
  });

  it('shows the names and purposes of operations as plain text', async () => {
    const [page] = await pagesOf({
      tags: [{ name: 'a', description: 'A **tag**.' }],
      paths: {
        '/a': {
          get: { ...operation('a'), description: 'Reads\n\n```\nunclosed', deprecated: true },
          put: operation('a'),
        },
      },
    });
    const text = documentText(page!.document!);
    expect(text).toContain('A tag.');
    expect(text).toContain('About a');
    expect(text).toContain('Deprecated.');
    // The fence that the first description leaves open ends with that description.
    expect(blocksOf(page!)).toEqual(['/a', '/a']);
  });

  it('shows no blocks of another specification that a description contains', async () => {
    const block = '{% openapi-schemas spec="secret" schemas="A" grouped="false" %}\n{% endopenapi-schemas %}';
    const pages = await pagesOf({
      tags: [{ name: 'a', description: block }],
      paths: {
        '/a': { get: { ...operation('a'), description: `{% hint style="info" %}\n${block}\n{% endhint %}` } },
      },
    });
    const text = JSON.stringify(pages);
    expect(text.match(/"openapi-schemas"/g)).toHaveLength(2);
    expect(text).not.toContain('secret');
  });

  it('leaves out internal operations', async () => {
    const paths = {
      '/a': { get: { ...operation('a'), 'x-internal': true }, put: operation('a') },
      '/b': { 'x-internal': true, get: operation('a') },
    };
    expect(shape(await pagesOf({ paths }))).toEqual(['a: /a']);
  });

  it('adds webhooks, and models on request', async () => {
    const more = {
      webhooks: { created: { post: { responses: {} } } },
      components: { schemas: { A: { type: 'object', description: 'Is an A.' }, B: {} } },
    };
    expect(shape(await pagesOf(more, true))).toEqual(['Webhooks: created', 'Models: A, B']);
    expect(shape(await pagesOf(more))).toEqual(['Webhooks: created']);
  });

  it('generates an overview with title, version, description and servers', async () => {
    const info = { title: 'T', version: '2.1', description: 'Does *things*.' };
    const servers = [{ url: 'https://api.example.com', description: 'Production' }];
    const { document } = await generatePages(spec({ info, servers }), { slug: 's', models: true });
    const text = documentText(document!);
    for (const part of ['Version 2.1', 'Does things.', 'https://api.example.com Production']) {
      expect(text).toContain(part);
    }
    expect(await generatePages(spec({}), { slug: 's', models: true })).toEqual({ document: null, pages: [] });
  });

  it('accepts malformed parts', async () => {
    const run = (more: object) => () => pagesOf(more, true);
    for (const junk of [null, 1, 'x', [], [null], { a: 1 }]) {
      const paths = { '/a': { get: { tags: junk, parameters: junk } } };
      expect(run({ tags: junk, servers: junk, webhooks: junk, components: junk, paths })).not.toThrow();
      expect(run({ paths: junk, components: { schemas: junk } })).not.toThrow();
    }
  });

  it('generates every operation of a real specification', async () => {
    const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
    const source = readFileSync(file, 'utf8');
    const { specification, problems } = await readSource(source);
    expect(problems).toEqual([]);
    const { pages } = await generatePages(specification, { slug: 'real', models: true });
    const shown = new Set(pages.filter((page) => page.key !== 'models').flatMap(operationsOf));
    const wanted = Object.entries((JSON.parse(source) as { paths: Record<string, object> }).paths).flatMap(
      ([path, item]) =>
        Object.entries(item).flatMap(
          ([method, value]: [string, { responses?: object; 'x-internal'?: boolean }]) =>
            value.responses && !value['x-internal'] ? [`${method} ${path}`] : [],
        ),
    );
    expect(wanted.length).toBeGreaterThan(150);
    expect([...shown].toSorted()).toEqual(wanted.toSorted());
    expect(blocksOf(pages.at(-1)!).length).toBeGreaterThan(300);
  });
});
