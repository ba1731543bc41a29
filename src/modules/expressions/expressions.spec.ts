import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evaluate,
  evaluateBoolean,
  ExpressionError,
  isDeterministic,
  parseExpression,
  requireBoolean,
  type Shape,
} from './index.js';

const SCOPE = {
  space: { vars: { product: 'Bindery', version: 3, beta: true } },
  page: { vars: { audience: 'writers' } },
  visitor: { claims: { plan: 'pro', groups: ['a', 'b'], nested: { deep: [1, 2, 3] } } },
  list: [
    { status: 'approved', by: 'ann' },
    { status: 'changes-requested', by: 'bob' },
  ],
};

const value = (source: string, scope: object = SCOPE) => evaluate(parseExpression(source), { ...scope });
const failure = (work: () => unknown): ExpressionError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
};

describe('the value of an expression', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3 - -1', 10],
    ['7 % 4 / 2', 1.5],
    ['"a" + 1 + true', 'a1true'],
    ['"a" + undefined + null', 'a'],
    ["'it\\'s'", "it's"],
    ['space.vars.product', 'Bindery'],
    ['space.vars["product"].length', 7],
    ['space.vars.product[0]', 'B'],
    ['visitor.claims.groups[1]', 'b'],
    ['visitor.claims.groups.length', 2],
    ['visitor.claims.nested.deep[0 + 1]', 2],
    ['visitor.claims.nothing.at.all', undefined],
    ['visitor.claims.nothing?.at', undefined],
    ['visitor.claims.nothing.includes("x")', undefined],
    ['nobody', undefined],
    ['!space.vars.beta', false],
    ['+"4"', 4],
    ['1 == "1"', true],
    ['1 === "1"', false],
    ['null == undefined', true],
    ['visitor.claims == "[object Object]"', false],
    ['"a" < "b" && 2 >= 2', true],
    ['visitor.claims < 1', false],
    ['visitor.claims.nope ?? "free"', 'free'],
    ['visitor.claims.plan || "free"', 'pro'],
    ['space.vars.version > 2 ? "new" : "old"', 'new'],
    ['"a" in visitor.claims.groups', true],
    ['"plan" in visitor.claims', true],
    ['"ro" in "pro"', true],
    ['"toString" in visitor.claims', false],
    ['["x", "y"].includes("y")', true],
    ['["x", "y"].join("-")', 'x-y'],
    ['"A b ".trim().toLowerCase()', 'a b'],
    ['"a,b".split(",")[1].toUpperCase()', 'B'],
    ['"abc".slice(1)', 'bc'],
    ['"abc".startsWith("ab") && "abc".endsWith("c")', true],
    ['"abc".indexOf("c") + [1, 2].indexOf(2)', 3],
    ['size("abc") + size([1]) + size(visitor.claims) + size(null)', 7],
    ['list.filter(one => one.status == "approved").length', 1],
    ['list.some(one => one.by == "bob") && !list.every(one => one.by == "bob")', true],
    ['list.map(one => one.by).join()', 'ann,bob'],
    ['list.find(one => one.by == "bob").status', 'changes-requested'],
    ['list.some(one => visitor.claims.groups.some(group => group == "b" && one.by == "ann"))', true],
  ])('%s is computed', (source, expected) => expect(value(source)).toEqual(expected));

  it('is undefined for members of a prototype', () => {
    for (const source of ['toString', 'valueOf', 'hasOwnProperty', '"a".at', '[1].push', 'list.concat'])
      expect([source, value(source)]).toEqual([source, undefined]);
    for (const name of ['__proto__', 'constructor', 'prototype', '__defineGetter__'])
      expect([name, value(`visitor.claims["${name}"]`)]).toEqual([name, undefined]);
    const sneaky = JSON.parse('{"__proto__":{"isAdmin":true}}') as object;
    expect(value('claims["__proto__"]', { claims: sneaky })).toBeUndefined();
  });

  it('is undefined for a function or a getter, and neither is called', () => {
    const claims = {
      run: () => 'ran',
      get secret() {
        throw new Error('read');
      },
    };
    expect(value('claims.run ?? claims.secret ?? "safe"', { claims })).toBe('safe');
  });
});

describe('an expression is refused', () => {
  it.each<[string, string, string]>([
    ['', 'syntax', 'empty'],
    ['   ', 'syntax', 'empty'],
    ['1 +', 'syntax', 'xpect'],
    ['a.', 'syntax', 'nexpected'],
    ['"open', 'syntax', 'nclosed'],
    ['a b', 'unsupported', 'more than one'],
    ['a, b', 'unsupported', 'more than one'],
    ['a = 1', 'syntax', ''],
    ['this.a', 'unsupported', '"this"'],
    ['a.constructor', 'unsupported', 'constructor'],
    ['a.__proto__.b', 'unsupported', '__proto__'],
    ['eval("1")', 'unsupported', 'only function is size'],
    ['a["includes"]("x")', 'unsupported', 'only function'],
    ['a.replace("x", "y")', 'unsupported', 'method replace'],
    ['a => 1', 'unsupported', 'can only be given'],
    ['a.filter("x")', 'syntax', 'one function'],
    ['a.filter(() => 1)', 'syntax', 'one function'],
    ['a.filter((b, c) => 1)', 'syntax', 'one function'],
    ['a | b', 'unsupported', 'operator |'],
    ['~a', 'unsupported', 'operator ~'],
    ['`a`', 'syntax', ''],
    ['a'.repeat(1025), 'limit', '1024'],
    [`${'!'.repeat(40)}a`, 'limit', 'levels'],
    [`${'('.repeat(500)}a${')'.repeat(500)} + (`, 'syntax', ''],
    [`a${'.b'.repeat(40)}`, 'limit', 'levels'],
  ])('for its source: %s', (source, problem, words) => {
    const error = failure(() => parseExpression(source));
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(words);
  });

  it('with its place', () => {
    expect(failure(() => parseExpression('a == "x" &&& b')).position).toBeGreaterThan(8);
    expect(failure(() => parseExpression('a == b.replace(1)')).position).toBeGreaterThan(4);
  });

  it.each<[string, string]>([
    ['visitor.claims + "x"', 'type'],
    ['size.includes("x") ?? (1).includes(2)', 'type'],
    ['space.vars.product.filter(x => x)', 'type'],
    ['"a".split(1)', 'type'],
  ])('during its evaluation: %s', (source, problem) => {
    expect(failure(() => value(source)).problem).toBe(problem);
  });

  it('when its text, its list or its work exceeds a limit', () => {
    const long = { text: 'x'.repeat(6000), list: Array.from({ length: 2000 }, (_, i) => i) };
    for (const source of ['text + text', 'list.map(x => x)', 'list.filter(x => true)', '[text, text].join()'])
      expect(failure(() => value(source, long)).problem).toBe('limit');
    const slow = 'list.some(a => list.some(b => list.some(c => false)))';
    expect(failure(() => value(slow, long)).problem).toBe('limit');
  });
});

describe('analysing an expression without evaluating it', () => {
  it.each<[string, boolean]>([
    ['1 + 1', true],
    ['space.vars.a == page.vars["b"]', true],
    ['[1, 2].some(x => x == space.vars.a)', true],
    ['visitor.claims.plan', false],
    ['space.vars.a && visitor.claims.plan', false],
    ['space.id', false],
    ['space', false],
    ['space[page.vars.a]', false],
    ['space.vars[visitor.claims.plan]', false],
    ['nobody', false],
    ['[visitor].map(space => space.vars)', false],
    ['[1].map(space => space)', true],
  ])('finds whether %s is deterministic: %s', (source, expected) =>
    expect(isDeterministic(parseExpression(source))).toBe(expected),
  );

  const shapes: Record<string, Shape> = {
    cr: { members: { subject: 'text', outdated: 'boolean', number: 'number', by: { members: {} } } },
    reviews: { items: { members: { status: 'text' } } },
    claims: 'unknown',
  };

  it.each([
    'true',
    '!cr.subject',
    'cr.outdated',
    'cr.subject != "" && !cr.outdated',
    'cr.subject.startsWith("x")',
    'reviews.some(review => review.status == "approved")',
    'reviews.length > 1',
    'claims.beta',
    'claims.beta || cr.outdated',
    'cr.outdated ? true : claims.x',
    'cr.unheardOf',
    '"a" in claims.groups',
  ])('accepts %s as a condition', (source) =>
    expect(() => requireBoolean(parseExpression(source), shapes)).not.toThrow(),
  );

  it.each([
    ['"text"', 'a text'],
    ['1 + 1', 'a number'],
    ['cr.subject', 'a text'],
    ['cr.number', 'a number'],
    ['cr.by', 'an object'],
    ['cr', 'an object'],
    ['reviews', 'a list'],
    ['reviews.filter(review => true)', 'a list'],
    ['reviews.map(review => review.status)[0]', 'a text'],
    ['reviews.length', 'a number'],
    ['cr.outdated && "yes"', 'a text'],
    ['cr.outdated ? cr.subject : true', 'a text'],
    ['[1]', 'a list'],
    ['null', 'nothing'],
    ['whoever.is == 1', 'whoever'],
    ['cr.outdated || whoever', 'whoever'],
    ['reviews.some(x => y)', '"y"'],
  ])('refuses %s as a condition', (source, words) =>
    expect(failure(() => requireBoolean(parseExpression(source), shapes)).message).toContain(words),
  );

  it('a condition that evaluates to no boolean is an error', () => {
    expect(evaluateBoolean(parseExpression('space.vars.beta'), SCOPE)).toBe(true);
    expect(failure(() => evaluateBoolean(parseExpression('space.vars.version'), SCOPE)).problem).toBe('type');
  });
});

describe('any expression', () => {
  const words = fc.constantFrom(
    ...[
      'space',
      'page',
      'visitor',
      'list',
      'vars',
      'claims',
      'constructor',
      '__proto__',
      'prototype',
      'size',
    ],
    ...[
      'includes',
      'filter',
      'map',
      'some',
      'join',
      'split',
      'length',
      'this',
      'toString',
      'call',
      'apply',
      'x',
    ],
    ...[
      '.',
      '?.',
      '[',
      ']',
      '(',
      ')',
      ',',
      '=>',
      '"a"',
      "'b'",
      '0',
      '1e9',
      '+',
      '-',
      '*',
      '/',
      '%',
      '!',
      '=',
      '==',
    ],
    ...[
      '&&',
      '||',
      '??',
      '?',
      ':',
      '<',
      '>=',
      'in',
      '`',
      '\\',
      '{',
      '}',
      ';',
      'true',
      'null',
      'undefined',
      ' ',
    ],
  );
  const sources = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
  );
  const json = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('vars', 'claims', 'length')),
    fc.jsonValue(),
  );

  it('fails only with an ExpressionError, and reaches nothing outside of its scope', () => {
    fc.assert(
      fc.property(sources, json, (source, claims) => {
        const scope = { ...SCOPE, visitor: { claims } };
        const before = JSON.stringify(scope);
        let result: unknown;
        try {
          result = evaluate(parseExpression(source), scope);
          requireBoolean(parseExpression(source), { space: 'unknown', list: { items: 'unknown' } });
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
        expect(typeof result).not.toBe('function');
        expect(result).not.toBe(Object.prototype);
        expect(result).not.toBe(globalThis);
        expect(JSON.stringify(scope)).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });
});
