import { createRequire } from 'node:module';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { declaredMembers } from './declared-members.js';
import { BadRequest } from './errors.js';
import {
  AnyField,
  BooleanField,
  EnumField,
  JsonArrayField,
  JsonField,
  NumberField,
  ObjectField,
  TextField,
  UnionField,
} from './fields.js';
import { DtoPipe } from './validation.pipe.js';

class Leaf {
  @TextField({ optional: true, max: 10 }) name?: string;
  @JsonField({ optional: true }) free?: object;
}

class Cat {
  @EnumField(['cat']) kind: 'cat';
  @ObjectField(() => Leaf, { optional: true }) leaf?: Leaf;
}

class Dto {
  @TextField({ optional: true }) title?: string;
  @NumberField({ optional: true, min: 1, max: 5, integer: true }) count?: number;
  @BooleanField({ optional: true }) isOpen?: boolean;
  @TextField({ optional: true, array: true }) tags?: string[];
  @ObjectField(() => Leaf, { optional: true }) leaf?: Leaf;
  @ObjectField(() => Leaf, { optional: true, array: { max: 3 } }) leaves?: Leaf[];
  @UnionField('kind', { cat: () => Cat }, { optional: true, array: true }) animals?: Cat[];
  @JsonField({ optional: true }) free?: object;
  @JsonArrayField({ optional: true }) list?: object[];
  @AnyField({ optional: true, schema: {} }) any?: unknown;
}

interface Executor {
  getKeys(target: unknown, object: object): string[];
}
const { TransformOperationExecutor } = createRequire(import.meta.url)(
  'class-transformer/cjs/TransformOperationExecutor.js',
) as { TransformOperationExecutor: { prototype: Executor } };

const pipe = new DtoPipe();
const read = (value: unknown, type: 'body' | 'query' = 'body') =>
  pipe.transform(value, { type, metatype: Dto }) as Promise<Dto>;

const getKeys = vi.spyOn(TransformOperationExecutor.prototype, 'getKeys');
/** Largest number of members that the transformer was shown of one object. */
const mostKeys = () => Math.max(...getKeys.mock.calls.map(([, object]) => Object.keys(object).length));

afterEach(() => getKeys.mockClear());
afterAll(() => getKeys.mockRestore());

const many = (): object =>
  Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`name${index}`, index]));

it.each<[string, (names: object) => object]>([
  ['in the body', (names) => names],
  ['in a nested object', (names) => ({ leaf: names })],
  ['in the items of a list', (names) => ({ leaves: [names, names] })],
  ['in an object that is one of several', (names) => ({ animals: [{ ...names, kind: 'cat', leaf: names }] })],
  [
    'in free-form JSON',
    (names) => ({ free: names, list: [names], any: names, leaf: { free: { deep: names } } }),
  ],
  ['where text is expected', (names) => ({ title: names, tags: [names] })],
  ['of an object that is none of several', (names) => ({ animals: [{ ...names, kind: 'dog' }] })],
])('300,000 names %s do not reach the transformer', async (_, make) => {
  const [outcome] = await Promise.allSettled([read(make(many()))]);
  expect(outcome.status === 'fulfilled' || outcome.reason instanceof BadRequest).toBe(true);
  expect(getKeys).toHaveBeenCalled();
  expect(mostKeys()).toBeLessThanOrEqual(10);
});

it('a body becomes instances of declared members without the others', async () => {
  const body = {
    title: 'x',
    unknown: 1,
    leaf: { name: 'y', unknown: 2 },
    leaves: [{ name: 'z' }],
    animals: [{ kind: 'cat', leaf: { name: 'w' }, unknown: 3 }],
  };
  const dto = await read(body);
  expect(dto).toEqual({
    title: 'x',
    leaf: { name: 'y' },
    leaves: [{ name: 'z' }],
    animals: [{ kind: 'cat', leaf: { name: 'w' } }],
  });
  expect(dto).toBeInstanceOf(Dto);
  expect(dto.leaf).toBeInstanceOf(Leaf);
  expect(dto.animals?.[0]?.leaf).toBeInstanceOf(Leaf);
});

it('free-form JSON in a body stays the same object', async () => {
  const free = { constructor: 1, nested: [{ length: 3 }] };
  const dto = await read({ free, list: [free], any: [free, 'text'], leaf: { free } });
  expect(dto.free).toBe(free);
  expect(dto.list?.[0]).toBe(free);
  expect(dto.leaf?.free).toBe(free);
  expect(dto.any).toEqual([free, 'text']);
  expect((await read({ tags: ['a\ud83d'] })).tags).toEqual(['a\ufffd']);
});

it.each<[object, string]>([
  [{ tags: 'one' }, 'tags must be a list.'],
  [{ leaves: { name: 'x' } }, 'leaves must be a list.'],
  [{ isOpen: 'true' }, 'isOpen must be true or false.'],
  [{ count: '3' }, 'count must be a whole number between 1 and 5.'],
  [{ count: 1.5 }, 'count must be a whole number between 1 and 5.'],
  [{ count: 6 }, 'count must be a whole number between 1 and 5.'],
  [{ title: 3 }, 'title must be a string.'],
  [{ tags: [3] }, 'each item of tags must be a string.'],
  [{ leaf: 'x' }, 'leaf must be an object.'],
  [{ leaf: [] }, 'leaf must be an object.'],
  [{ leaves: [{}, 3] }, 'each item of leaves must be an object.'],
  [{ leaves: [{}, null] }, 'leaves[1] must be an object, not null or a list.'],
  [{ leaves: [{}, {}, {}, {}] }, 'leaves must hold at most 3 items; it holds 4.'],
  [{ leaves: [{ name: 'x'.repeat(11) }] }, 'leaves[0].name must have at most 10 characters.'],
  [{ animals: [{ kind: 'dog' }] }, 'each item of animals must be an object whose kind is one of cat.'],
  [{ list: [3] }, 'each item of list must be an object.'],
])('the body %j is refused with a sentence', async (body, sentence) => {
  await expect(read(body)).rejects.toThrow(sentence);
});

it('the text of a query becomes values of the declared types', async () => {
  expect(await read({ tags: 'one', isOpen: 'false', count: '3' }, 'query')).toEqual({
    tags: ['one'],
    isOpen: false,
    count: 3,
  });
  await expect(read({ count: 'ten' }, 'query')).rejects.toThrow(
    'count must be a whole number between 1 and 5.',
  );
  await expect(read({ isOpen: 'yes' }, 'query')).rejects.toThrow('isOpen must be true or false.');
});

it('a body makes a limited number of objects', () => {
  class Inner {
    @ObjectField(() => Leaf, { array: { max: 1000 } }) leaves: Leaf[];
  }
  class Outer {
    @ObjectField(() => Inner, { array: { max: 1000 } }) inner: Inner[];
  }
  const inner = Array.from({ length: 1000 }, () => ({ leaves: Array.from({ length: 1000 }, () => ({})) }));
  expect(() => declaredMembers({ inner }, Outer)).toThrow('holds more than 20000 objects');
});
