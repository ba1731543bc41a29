import { isContentRef } from '../content-ref.js';
import type { ContentRef, DocumentData } from '../document.types.js';
import { isRecord, mapList } from '../values.js';

/**
 * A rule for a member of a node's data. The sentence of a problem consists of the path of the member and `sentence`.
 */
export interface MemberRule<T = unknown> {
  accepts(value: unknown): value is T;
  sentence: string;
  optional?: boolean;
  /** The field for a value in a form; absent for values that no form can hold. */
  input?:
    'text' | 'number' | 'flag' | 'date' | 'address' | 'length' | 'picture' | { choices: readonly string[] };
  /** The one form of values that say the same; undefined for a value that is left out, as it says nothing. */
  normal?(value: unknown): unknown;
  /** Replaces the references in a value; returns the same value when nothing changed. */
  mapRefs?(value: T, fn: (ref: ContentRef) => ContentRef): T;
  /** True for references that may name a place on the page, as those of links do and those of images do not. */
  isTarget?: true;
}

interface OptionalRule<T> extends MemberRule<T> {
  optional: true;
}

/** A length in pixels, or in another unit. */
type Length = number | { unit: string; value: number };

export const text: MemberRule<string> = {
  ...rule<string>('must be a string', (value) => typeof value === 'string'),
  input: 'text',
};
export const ref: MemberRule<ContentRef> = {
  ...rule<ContentRef>(
    'must be a content reference, such as { "kind": "page", "page": "<id>" }',
    isContentRef,
  ),
  mapRefs: (value, fn) => fn(value),
};
/** A reference that may name a place on the page. */
export const target: MemberRule<ContentRef> = { ...ref, isTarget: true };
/** An address that may become one of a stored file. */
export const address: MemberRule<string> = {
  ...text,
  input: 'address',
  mapRefs: (url, fn) => {
    const mapped = fn({ kind: 'url', url });
    return mapped.kind === 'url' ? mapped.url : url;
  },
};
/** A date without a time means midnight. */
export const date: MemberRule<string> = {
  ...rule<string>(
    'must be a date, such as "2026-01-31T00:00:00.000Z"',
    (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  ),
  input: 'date',
  normal: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value,
};
export const maybeRef = maybe(ref);
/** A picture in place of another. */
export const maybePicture: OptionalRule<ContentRef> = { ...maybeRef, input: 'picture' };
export const maybeTarget = maybe(target);
export const maybeText = maybe(text);
/** A text that is left out when it is empty. */
export const filledText: OptionalRule<string> = {
  ...maybeText,
  normal: (value) => (value === '' ? undefined : value),
};
export const tags: OptionalRule<ContentRef[]> = {
  ...maybe(
    rule<ContentRef[]>(
      'must be a list of references to tags, such as { "kind": "tag", "tag": "new" }',
      (value) => Array.isArray(value) && value.every((one) => isContentRef(one) && one.kind === 'tag'),
    ),
  ),
  mapRefs: mapList,
};
export const names = maybe(
  rule<string[]>(
    'must be a list of strings',
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  ),
);
export const record = maybe(rule<DocumentData>('must be an object', isRecord));
export const flag = maybe({
  ...rule<boolean>('must be true or false', (value) => typeof value === 'boolean'),
  input: 'flag',
});
export const count = maybe({
  ...rule<number>(
    'must be a whole number from 0',
    (value) => Number.isInteger(value) && (value as number) >= 0,
  ),
  input: 'number',
});
/** The number of the first item of a list, left out when it is 1 or more than Markdown can say. */
export const start: OptionalRule<number> = {
  ...count,
  normal: (value) => (count.accepts(value) && value !== 1 && value <= 999_999_999 ? value : undefined),
};
export const length = maybe({
  ...rule<Length>(
    'must be a number or { "unit": "%", "value": 50 }',
    (value) =>
      typeof value === 'number' ||
      (isRecord(value) && typeof value['unit'] === 'string' && typeof value['value'] === 'number'),
  ),
  input: 'length',
});
export const action = maybe(
  rule<DocumentData>(
    'must be an action to "search", "ask" or "select", such as { "action": "search" }',
    (value) => isRecord(value) && ['search', 'ask', 'select'].includes(value['action'] as string),
  ),
);

export function oneOf<const T extends string>(...values: T[]): OptionalRule<T> {
  const list = values.map((value) => `"${value}"`);
  const last = list.pop();
  return maybe({
    ...rule<T>(`must be ${list.join(', ')} or ${last}`, (value) => values.some((one) => one === value)),
    input: { choices: values },
  });
}

function rule<T>(sentence: string, accepts: (value: unknown) => boolean): MemberRule<T> {
  return { accepts: accepts as MemberRule<T>['accepts'], sentence };
}

function maybe<T>(required: MemberRule<T>): OptionalRule<T> {
  return { ...required, optional: true };
}
