import { expect, it } from 'vitest';
import { EitherField, EnumField, MapField, NumberField, ObjectField, TextField } from './fields.js';
import { DtoPipe } from './validation.pipe.js';

class Period {
  @NumberField({ min: 0 }) from: number;
}

class Dto {
  @MapField({
    optional: true,
    name: EnumField(['en', 'fr']),
    value: TextField({ min: 1, max: 5 }),
    min: 1,
    max: 2,
  })
  terms?: Record<string, string>;

  @MapField({ optional: true, value: ObjectField(() => Period) })
  periods?: Record<string, Period>;

  @EitherField({ optional: true, text: EnumField(['week']), object: ObjectField(() => Period), schema: {} })
  period?: string | Period;

  @EitherField({
    optional: true,
    text: TextField({ max: 5 }),
    object: ObjectField(() => Period),
    array: true,
    schema: {},
  })
  list?: (string | Period)[];
}

const read = (body: unknown) =>
  new DtoPipe().transform(body, { type: 'body', metatype: Dto }) as Promise<Dto>;

it('the values of maps and choices are validated as fields', async () => {
  const dto = await read({
    terms: { en: 'a\ud83d' },
    periods: { x: { from: 1, more: 2 } },
    period: { from: 3, more: 4 },
    list: ['a', { from: 5 }],
  });
  expect(dto).toEqual({
    terms: { en: 'a\ufffd' },
    periods: { x: { from: 1 } },
    period: { from: 3 },
    list: ['a', { from: 5 }],
  });
  expect(dto.periods?.['x']).toBeInstanceOf(Period);
  expect(dto.period).toBeInstanceOf(Period);
  expect((await read({ period: 'week' })).period).toBe('week');
});

it('a map keeps a key that objects inherit', async () => {
  const body = JSON.parse('{"periods":{"__proto__":{"from":1}}}') as object;
  expect(Object.keys((await read(body)).periods ?? {})).toEqual(['__proto__']);
});

it.each<[object, string]>([
  [{ terms: ['en'] }, 'terms must be an object.'],
  [{ terms: null }, 'terms must be an object.'],
  [{ terms: {} }, 'terms must hold at least one entry.'],
  [{ terms: { en: 'a', fr: 'b', de: 'c' } }, 'terms must hold at most 2 entries.'],
  [{ terms: { de: 'a' } }, 'terms.de: the name must be one of en, fr.'],
  [{ terms: { en: 5 } }, 'terms.en must be a string.'],
  [{ terms: { en: '' } }, 'terms.en must not be empty.'],
  [{ periods: { x: null } }, 'periods.x is required.'],
  [{ periods: { x: [] } }, 'periods.x must be an object.'],
  [{ periods: { $1: { from: -1 } } }, 'periods.$1.from must be a number of at least 0.'],
  [{ period: 5 }, 'period must be a string or an object.'],
  [{ period: 'month' }, 'period must be one of week.'],
  [{ period: { from: 'x' } }, 'period.from must be a number of at least 0.'],
  [{ list: 'a' }, 'list must be a list.'],
  [{ list: ['a', null] }, 'list[1] must be a string or an object.'],
  [{ list: [{ from: -1 }] }, 'list[0].from must be a number of at least 0.'],
])('the body %j is refused with a sentence', async (body, sentence) => {
  await expect(read(body)).rejects.toThrow(sentence);
});
