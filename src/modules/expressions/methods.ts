import type { Budget } from './budget.js';
import { ExpressionError } from './expression.errors.js';
import { EXPRESSION_LIMITS, type ValueMethod } from './expression.types.js';
import { isObject } from './operators.js';

type TextMethod = (text: string, given: unknown[]) => unknown;
type ListMethod = (list: unknown[], given: unknown[]) => unknown;

const TEXT: Partial<Record<ValueMethod, TextMethod>> = {
  includes: (text, [part]) => typeof part === 'string' && text.includes(part),
  indexOf: (text, [part]) => (typeof part === 'string' ? text.indexOf(part) : -1),
  startsWith: (text, [part]) => typeof part === 'string' && text.startsWith(part),
  endsWith: (text, [part]) => typeof part === 'string' && text.endsWith(part),
  split: (text, [by]) => text.split(asText(by, 'split'), EXPRESSION_LIMITS.list),
  slice: (text, [from, to]) => text.slice(asIndex(from), asIndex(to)),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

const LIST: Partial<Record<ValueMethod, ListMethod>> = {
  includes: (list, [value]) => list.includes(value),
  indexOf: (list, [value]) => list.indexOf(value),
  join: (list, [by]) => joined(list.map(plainText), by === undefined ? ',' : asText(by, 'join')),
  slice: (list, [from, to]) => list.slice(asIndex(from), asIndex(to)),
};

/** Calls one of our methods on a text or a list; on undefined or null it gives undefined. */
export function callMethod(object: unknown, method: ValueMethod, given: unknown[], budget: Budget): unknown {
  if (object === undefined || object === null) return undefined;
  if (typeof object === 'string') {
    budget.spend(object.length / 64);
    const implementation = TEXT[method];
    if (implementation) return limited(implementation(object, given));
  } else if (Array.isArray(object)) {
    budget.spend(object.length / 8);
    const implementation = LIST[method];
    if (implementation) return limited(implementation(object, given));
  }
  throw new ExpressionError('type', `${method} cannot be used on this value`);
}

/** Number of characters, items or members. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** @throws ExpressionError for a result that is too large. */
export function limited<T>(value: T): T {
  if (typeof value === 'string') limitedText(value);
  if (Array.isArray(value) && value.length > EXPRESSION_LIMITS.list)
    throw new ExpressionError('limit', `a list has at most ${EXPRESSION_LIMITS.list} items`);
  return value;
}

function limitedText(text: string): string {
  return text.length <= EXPRESSION_LIMITS.text ? text : tooLong();
}

function tooLong(): never {
  throw new ExpressionError('limit', `a text has at most ${EXPRESSION_LIMITS.text} characters`);
}

/** The length is computed first, so that a text that is too long is never made. */
function joined(parts: string[], by: string): string {
  const length = parts.reduce((sum, part) => sum + part.length + by.length, 0);
  return length <= EXPRESSION_LIMITS.text ? parts.join(by) : tooLong();
}

/** Returns a text, number or boolean as text, and an empty text for other values. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function asText(value: unknown, method: string): string {
  if (typeof value === 'string') return value;
  throw new ExpressionError('type', `${method} takes a text`);
}

function asIndex(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
