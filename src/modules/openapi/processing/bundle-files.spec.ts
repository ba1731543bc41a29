import { describe, expect, it } from 'vitest';
import { readSource } from './read-source.fixture.js';

const HOME = 'https://api.test/v1/openapi.json';

/** Reads the specification at HOME among files by address; `asked` lists the addresses that were requested. */
async function read(files: Record<string, object | string>, url: string | undefined = HOME) {
  const asked: string[] = [];
  const text = (address: string): string => {
    const file = files[address];
    if (file === undefined) throw new Error(`Nothing is at ${address}.`);
    return typeof file === 'string' ? file : JSON.stringify(file);
  };
  const result = await readSource(text(HOME), url, (address) => {
    asked.push(address);
    return Promise.resolve().then(() => text(address));
  });
  return { ...result, asked };
}

const spec = (more: object): object => ({
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {},
  ...more,
});
const answering = (schema: object): object => ({
  get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
});
const answerOf = (paths: unknown): unknown =>
  (paths as Record<string, { get: { responses: Record<string, { content: object }> } }>)['/a']?.get.responses[
    '200'
  ]?.content;

describe('a specification of several files', () => {
  it('is bundled into one: schemas become components, other parts stand in their place', async () => {
    const { specification, asked, hasFiles, problems } = await read({
      [HOME]: spec({
        paths: { '/a': { $ref: 'paths/a.yaml#/a' } },
        components: { schemas: { Owner: { $ref: './models/owner.json' } } },
      }),
      'https://api.test/v1/paths/a.yaml': `a:\n  get:\n    responses:\n      200:\n        description: ok\n        content:\n          application/json:\n            schema:\n              $ref: ../models/pet.json#/Pet\n`,
      'https://api.test/v1/models/pet.json': {
        Pet: {
          type: 'object',
          properties: {
            owner: { $ref: 'owner.json' },
            kind: { $ref: '#/Kind' },
            root: { $ref: '../openapi.json#/components/schemas/Owner' },
          },
        },
        Kind: { type: 'string', nullable: true, example: 'cat' },
      },
      'https://api.test/v1/models/owner.json': {
        type: 'object',
        properties: { pets: { type: 'array', items: { $ref: 'pet.json#/Pet' } } },
      },
    });
    expect(hasFiles).toBe(true);
    expect(problems).toEqual([]);
    expect(asked.toSorted()).toEqual([
      'https://api.test/v1/models/owner.json',
      'https://api.test/v1/models/pet.json',
      'https://api.test/v1/paths/a.yaml',
    ]);
    const { schemas } = specification['components'] as { schemas: Record<string, object> };
    expect(answerOf(specification['paths'])).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Pet' } },
    });
    expect(schemas).toEqual({
      Owner: {
        type: 'object',
        properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
      },
      Pet: {
        type: 'object',
        properties: {
          owner: { $ref: '#/components/schemas/Owner' },
          kind: { $ref: '#/components/schemas/Kind' },
          root: { $ref: '#/components/schemas/Owner' },
        },
      },
      Kind: { type: ['string', 'null'], examples: ['cat'] },
    });
  });

  it('has distinct names for schemas of the same name, also in 2.0', async () => {
    const { specification } = await read({
      [HOME]: {
        swagger: '2.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/a': { get: { responses: { 200: { description: 'ok', schema: { $ref: 'b.json#/Pet' } } } } },
        },
        definitions: { Pet: { type: 'string' } },
      },
      'https://api.test/v1/b.json': { Pet: { type: 'integer' } },
    });
    expect(specification['components']).toMatchObject({
      schemas: { Pet: { type: 'string' }, 'Pet-2': { type: 'integer' } },
    });
    expect(Object.values(answerOf(specification['paths']) as object)).toEqual([
      { schema: { $ref: '#/components/schemas/Pet-2' } },
    ]);
  });

  it('has another hash when one of its files changes', async () => {
    const of = async (type: string) =>
      (
        await read({
          [HOME]: spec({ paths: { '/a': answering({ $ref: 'b.json' }) } }),
          'https://api.test/v1/b.json': { type },
        })
      ).hash;
    const first = await of('string');
    expect(await of('string')).toBe(first);
    expect(await of('integer')).not.toBe(first);
  });

  it('keeps its examples unchanged', async () => {
    const example = { $ref: 'https://other.test/x.json' };
    const { asked } = await read({
      [HOME]: spec({
        paths: { '/a': answering({ type: 'object', example, properties: { example: { type: 'string' } } }) },
      }),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'a file is no object',
      { $ref: 'b.json' },
      { 'https://api.test/v1/b.json': 'words' },
      /refers to .*b\.json/,
    ],
    [
      'a part is not there',
      { $ref: 'b.json#/X' },
      { 'https://api.test/v1/b.json': {} },
      /"\/X" of .* not there/,
    ],
    ['a reference is no address', { $ref: 'http://' }, {}, /no address/],
  ])('is refused when %s', async (_, schema, files, message) => {
    const root = spec({ paths: { '/a': answering(schema) } });
    await expect(read({ [HOME]: root, ...files })).rejects.toThrow(message);
  });

  it('is refused when it has too many files', async () => {
    const a = { $ref: 'a.json' };
    const paths = { '/a': { $ref: 'a.json' } };
    await expect(read({ [HOME]: spec({ paths }), 'https://api.test/v1/a.json': a })).rejects.toThrow(
      /itself/,
    );
    const many = spec({
      paths: Object.fromEntries([...Array(250).keys()].map((n) => [`/${n}`, { $ref: `${n}.json` }])),
    });
    await expect(read({ [HOME]: many })).rejects.toThrow(/more than 200 files/);
  });

  it('may refer only to whole addresses when it was uploaded as a text', async () => {
    const text = JSON.stringify(spec({ paths: { '/a': answering({ $ref: './b.json' }) } }));
    await expect(readSource(text)).rejects.toThrow(/whole addresses/);
    const whole = JSON.stringify(spec({ paths: { '/a': answering({ $ref: 'https://x.test/b.json' }) } }));
    const { specification } = await readSource(whole, undefined, () => Promise.resolve('{"type":"string"}'));
    expect(specification['components']).toEqual({ schemas: { b: { type: 'string' } } });
  });
});
