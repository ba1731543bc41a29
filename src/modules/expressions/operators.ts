import type { Budget } from './budget.js';
import { ExpressionError } from './expression.errors.js';
import { type BinaryOperator, EXPRESSION_LIMITS } from './expression.types.js';

type Primitive = string | number | boolean | null | undefined;

/** Calls no code of the values: objects are compared by identity and have neither a text nor a number. */
export function compute(operator: BinaryOperator, left: unknown, right: unknown, budget: Budget): unknown {
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return equal(left, right);
    case '!=':
      return !equal(left, right);
    case 'in':
      return isIn(left, right, budget);
    case '+':
      return add(left, right, budget);
    default:
      return isPlain(left) && isPlain(right) ? arithmetic(operator, left, right) : withoutNumber(operator);
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isPlain(value: unknown): value is Primitive {
  return !isObject(value) && typeof value !== 'symbol' && typeof value !== 'bigint';
}

/** Compares texts, numbers, booleans and nothing like `==` of JavaScript: `1 == "1"`, `null == undefined`. */
export function equal(left: unknown, right: unknown): boolean {
  if (!isPlain(left) || !isPlain(right)) return left === right;
  // oxlint-disable-next-line eqeqeq -- expressions have the loose comparison too
  return left == right;
}

function arithmetic(operator: BinaryOperator, left: Primitive, right: Primitive): unknown {
  const texts = typeof left === 'string' && typeof right === 'string';
  const [a, b] = texts ? [left, right] : [Number(left), Number(right)];
  switch (operator) {
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '-':
      return Number(left) - Number(right);
    case '*':
      return Number(left) * Number(right);
    case '/':
      return Number(left) / Number(right);
    case '%':
      return Number(left) % Number(right);
    default:
      throw new ExpressionError('unsupported', `the operator ${operator} is not offered`);
  }
}

function withoutNumber(operator: BinaryOperator): boolean | number {
  return ['<', '>', '<=', '>='].includes(operator) ? false : Number.NaN;
}

function add(left: unknown, right: unknown, budget: Budget): string | number {
  if (!isPlain(left) || !isPlain(right))
    throw new ExpressionError('type', 'only texts and numbers can be added');
  if (typeof left !== 'string' && typeof right !== 'string') return Number(left) + Number(right);
  const text = `${left ?? ''}${right ?? ''}`;
  if (text.length > EXPRESSION_LIMITS.text)
    throw new ExpressionError('limit', `a text has at most ${EXPRESSION_LIMITS.text} characters`);
  budget.spend(text.length / 256);
  return text;
}

/** True when a list contains the value, an object has the member, or a text contains the text. */
function isIn(value: unknown, place: unknown, budget: Budget): boolean {
  if (Array.isArray(place)) {
    budget.spend(place.length / 64);
    return place.includes(value);
  }
  if (typeof place === 'string') {
    budget.spend(place.length / 256);
    return typeof value === 'string' && place.includes(value);
  }
  return isObject(place) && typeof value === 'string' && Object.hasOwn(place, value);
}
