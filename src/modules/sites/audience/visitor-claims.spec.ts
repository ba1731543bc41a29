import { describe, expect, it } from 'vitest';
import type { AdaptiveSchema } from './adaptive-schema.js';
import { acceptedClaims, keyOfClaims } from './visitor-claims.js';

const schema: AdaptiveSchema = {
  type: 'object',
  properties: {
    isBeta: { type: 'boolean', description: '' },
    plan: { type: 'string', enum: ['free', 'pro'], description: '' },
    seats: { type: 'number', description: '' },
    groups: { type: 'array', items: { type: 'string', description: '' }, description: '' },
    company: {
      type: 'object',
      description: '',
      properties: { name: { type: 'string', description: '' } },
      additionalProperties: false,
    },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {
        dark: { type: 'boolean', description: '' },
        language: { type: 'string', description: '' },
        level: { type: 'number', description: '' },
        tags: { type: 'array', items: { type: 'string', description: '' }, description: '' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const accept = (signed: object, unsigned: object = {}) =>
  acceptedClaims(schema, signed as Record<string, unknown>, unsigned as Record<string, unknown>);

describe('the claims of a visitor', () => {
  it('are those of the schema, with its types', () => {
    const claims = { isBeta: true, plan: 'pro', seats: 3, groups: ['a', 'b'], company: { name: 'Acme' } };
    expect(accept({ ...claims, sub: 'x', exp: 1, other: true })).toEqual(claims);
    expect(accept({ isBeta: 'true', plan: 'gold', seats: '3', groups: 'a', company: 'Acme' })).toEqual({});
    expect(accept({ groups: ['a', 1, null], company: { name: 1, more: 2 } })).toEqual({
      groups: ['a'],
      company: {},
    });
  });

  it('are empty without a schema', () => {
    expect(acceptedClaims(null, { isBeta: true }, { dark: true })).toEqual({});
  });

  it('are below "unsigned" when nobody signed them', () => {
    expect(accept({ unsigned: { dark: true } })).toEqual({});
    expect(accept({}, { isBeta: true, plan: 'pro', dark: 'true', level: '4', language: 'de' })).toEqual({
      unsigned: { dark: true, language: 'de', level: 4 },
    });
    expect(accept({}, { dark: false, level: 2, tags: ['x', 3] })).toEqual({
      unsigned: { dark: false, level: 2, tags: ['x'] },
    });
    expect(accept({}, { dark: 'yes', level: 'many', language: { a: 1 } })).toEqual({});
  });

  it('are limited in size when nobody signed them', () => {
    expect(accept({}, { language: 'x'.repeat(257) })).toEqual({});
    const tags = Array.from({ length: 60 }, (_, index) => `tag ${index}`);
    expect((accept({}, { tags })['unsigned'] as { tags: string[] }).tags).toHaveLength(50);
    expect(accept({}, { tags: Array.from({ length: 50 }, () => 'x'.repeat(200)) })).toEqual({});
  });

  it('have a key that does not depend on their order', () => {
    expect(keyOfClaims({})).toBe('');
    const key = keyOfClaims(accept({ plan: 'pro', isBeta: true }));
    expect(key).toMatch(/^[\w-]{27}$/);
    expect(keyOfClaims(accept({ isBeta: true, other: 1, plan: 'pro' }))).toBe(key);
    expect(keyOfClaims(accept({ isBeta: true, plan: 'free' }))).not.toBe(key);
  });

  it('do not reach inherited members of objects', () => {
    const claimed = JSON.parse('{"__proto__":{"isBeta":true},"toString":true}') as object;
    expect(accept(claimed, claimed)).toEqual({});
  });
});
