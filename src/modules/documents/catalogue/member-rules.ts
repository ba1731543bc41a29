import { isContentRef } from '../content-ref.js';
import { isRecord } from '../table-model.js';

/**
 * A rule for a member of a node's data. The sentence of a problem consists of the path of the member and `sentence`.
 */
export interface MemberRule {
  accepts(value: unknown): boolean;
  sentence: string;
  optional?: boolean;
}

export const text: MemberRule = {
  accepts: (value) => typeof value === 'string',
  sentence: 'must be a string',
};
export const ref: MemberRule = {
  accepts: isContentRef,
  sentence: 'must be a content reference, such as { "kind": "page", "page": "<id>" }',
};
export const date: MemberRule = {
  accepts: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  sentence: 'must be a date, such as "2026-01-31T00:00:00.000Z"',
};
export const maybeRef = maybe(ref);
export const maybeText = maybe(text);
export const tags = maybe({
  accepts: (value) => Array.isArray(value) && value.every((one) => isContentRef(one) && one.kind === 'tag'),
  sentence: 'must be a list of references to tags, such as { "kind": "tag", "tag": "new" }',
});
export const names = maybe({
  accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  sentence: 'must be a list of strings',
});
export const record = maybe({ accepts: isRecord, sentence: 'must be an object' });
export const flag = maybe({
  accepts: (value) => typeof value === 'boolean',
  sentence: 'must be true or false',
});
export const count = maybe({
  accepts: (value) => Number.isInteger(value) && (value as number) >= 0,
  sentence: 'must be a whole number from 0',
});
export const length = maybe({
  accepts: (value) =>
    typeof value === 'number' ||
    (isRecord(value) && typeof value['unit'] === 'string' && typeof value['value'] === 'number'),
  sentence: 'must be a number or { "unit": "%", "value": 50 }',
});
export const action = maybe({
  accepts: (value) => isRecord(value) && ['search', 'ask', 'select'].includes(value['action'] as string),
  sentence: 'must be an action to "search", "ask" or "select", such as { "action": "search" }',
});

export function oneOf(...values: string[]): MemberRule {
  const list = values.map((value) => `"${value}"`);
  const last = list.pop() as string;
  return maybe({
    accepts: (value) => values.includes(value as string),
    sentence: `must be ${list.join(', ')} or ${last}`,
  });
}

function maybe(rule: MemberRule): MemberRule {
  return { ...rule, optional: true };
}
