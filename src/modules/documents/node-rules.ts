import { isContentRef } from './content-ref.js';
import type { DocumentData } from './document.types.js';
import { isRecord } from './table-model.js';

/** What a member of a node's data must be; the sentence follows the path of the member. */
interface MemberRule {
  accepts(value: unknown): boolean;
  sentence: string;
  optional?: boolean;
}

const text: MemberRule = { accepts: (value) => typeof value === 'string', sentence: 'must be a string' };
const ref: MemberRule = {
  accepts: isContentRef,
  sentence: 'must be a content reference, such as { "kind": "page", "page": "<id>" }',
};
const date: MemberRule = {
  accepts: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  sentence: 'must be a date, such as "2026-01-31T00:00:00.000Z"',
};
const maybe = (rule: MemberRule): MemberRule => ({ ...rule, optional: true });
const maybeRef = maybe(ref);
const maybeText = maybe(text);
const tags = maybe({
  accepts: (value) => Array.isArray(value) && value.every((one) => isContentRef(one) && one.kind === 'tag'),
  sentence: 'must be a list of references to tags, such as { "kind": "tag", "tag": "new" }',
});
const names = maybe({
  accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  sentence: 'must be a list of strings',
});
const record = maybe({ accepts: isRecord, sentence: 'must be an object' });
const flag = maybe({ accepts: (value) => typeof value === 'boolean', sentence: 'must be true or false' });
const count = maybe({
  accepts: (value) => Number.isInteger(value) && (value as number) >= 0,
  sentence: 'must be a whole number from 0',
});
const length = maybe({
  accepts: (value) =>
    typeof value === 'number' ||
    (isRecord(value) && typeof value['unit'] === 'string' && typeof value['value'] === 'number'),
  sentence: 'must be a number or { "unit": "%", "value": 50 }',
});

function oneOf(...values: string[]): MemberRule {
  const list = values.map((value) => `"${value}"`);
  const last = list.pop() as string;
  return maybe({
    accepts: (value) => values.includes(value as string),
    sentence: `must be ${list.join(', ')} or ${last}`,
  });
}

const align = oneOf('start', 'center', 'end');
const heading = { id: maybeText, align };
const action = maybe({
  accepts: (value) => isRecord(value) && ['search', 'ask', 'select'].includes(value['action'] as string),
  sentence: 'must be an action to "search", "ask" or "select", such as { "action": "search" }',
});

/**
 * What the members of each type's data must be. Those that are not optional are what readers of the published model
 * cannot do without and nothing could stand in for; the rest of what they expect `normalizeDocument` fills in.
 */
const RULES: Record<string, Record<string, MemberRule>> = {
  link: { ref, title: maybeText },
  emoji: { code: text },
  icon: { icon: text, color: maybeText },
  'inline-image': {
    ref,
    refDark: maybeRef,
    caption: maybeText,
    alt: maybeText,
    size: oneOf('original', 'line'),
  },
  mention: { ref },
  expression: { expression: text },
  'inline-math': { formula: maybeText },
  button: {
    ref: maybeRef,
    action,
    label: maybeText,
    kind: oneOf('primary', 'secondary'),
    size: oneOf('small', 'medium', 'large'),
    icon: maybeText,
  },
  paragraph: { align },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': { start: count },
  'list-item': { checked: flag },
  hint: { style: oneOf('info', 'warning', 'danger', 'success'), icon: maybeText },
  code: {
    syntax: maybeText,
    title: maybeText,
    overflow: oneOf('scroll', 'wrap'),
    lineNumbers: flag,
    fullWidth: flag,
    expandable: flag,
    collapsedLineCount: count,
  },
  'code-line': { highlighted: flag },
  math: { formula: maybeText },
  images: { align: oneOf('center', 'left', 'right'), fullWidth: flag, withFrame: flag },
  image: { ref, refDark: maybeRef, width: length, height: length, alt: maybeText },
  file: { ref },
  drawing: { ref: maybeRef },
  embed: { url: text, fullWidth: flag },
  'content-ref': { ref },
  tabs: { fullWidth: flag },
  'tabs-item': { title: maybeText, icon: maybeText },
  expandable: { defaultExpanded: flag },
  'stepper-step': { icon: maybeText },
  columns: { fullWidth: flag },
  column: { width: length, verticalAlignment: oneOf('top', 'middle', 'bottom') },
  table: { view: record, records: record, definition: record, fullWidth: flag, search: flag },
  swagger: { ref, path: maybeText, method: maybeText, expanded: flag, fullWidth: flag },
  'openapi-operation': { ref, path: maybeText, method: maybeText, headless: flag },
  'openapi-schemas': { ref, schemas: names, grouped: flag, title: maybeText },
  'openapi-webhook': { ref, name: maybeText, method: maybeText, headless: flag },
  integration: { integration: text, block: text, props: record, url: maybeText, fullWidth: flag },
  'reusable-content': { ref },
  if: { expression: text },
  updates: { format: oneOf('numeric', 'full', 'short') },
  update: { date, tags },
  prompt: {
    description: maybeText,
    icon: maybeText,
    defaultExpanded: oneOf('hidden', 'partial', 'full'),
  },
};

/** The first member that is missing or wrong, and what it must be; undefined for data that may stand. */
export function dataProblem(
  type: string,
  data: DocumentData,
): { member: string; sentence: string } | undefined {
  for (const member of Object.keys(rulesOf(type))) {
    const sentence = memberProblem(type, member, data[member]);
    if (sentence !== undefined) return { member, sentence };
  }
  if (type === 'button' && isNothing(data['ref']) && isNothing(data['action']))
    return { member: 'ref', sentence: 'is needed, or an action, for a button to do something' };
  return undefined;
}

/** What a member must be, when the value is something else. */
export function memberProblem(type: string, member: string, value: unknown): string | undefined {
  const rules = rulesOf(type);
  const rule = Object.hasOwn(rules, member) ? rules[member] : undefined;
  if (!rule || (rule.optional && isNothing(value)) || rule.accepts(value)) return undefined;
  return rule.sentence;
}

/** The data without members that say nothing. */
export function withoutNulls(type: string, data: DocumentData): DocumentData {
  const rules = rulesOf(type);
  const entries = Object.entries(data).filter(
    ([name, value]) => value !== null || !Object.hasOwn(rules, name),
  );
  return Object.fromEntries(entries);
}

function rulesOf(type: string): Record<string, MemberRule> {
  return Object.hasOwn(RULES, type) ? (RULES[type] as Record<string, MemberRule>) : {};
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

const INLINES = new Set(
  'link emoji icon inline-math inline-image mention annotation expression button'.split(' '),
);
const VOID = new Set(
  (
    'divider math image file drawing embed content-ref expandable table swagger openapi-operation openapi-schemas ' +
    'openapi-webhook integration reusable-content emoji icon inline-math inline-image mention expression button'
  ).split(' '),
);
const OPEN = new Set(
  (
    'paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks list-item blockquote hint code ' +
    'code-line images tabs tabs-item stepper stepper-step columns column if updates update prompt link annotation'
  ).split(' '),
);

/** Whether a node of this type is an inline; undefined for types that are not known. */
export function isInlineType(type: string): boolean | undefined {
  if (INLINES.has(type)) return true;
  return VOID.has(type) || OPEN.has(type) ? false : undefined;
}

/** Tells whether the document model has blocks or inlines of this type. */
export function isKnownType(type: string): boolean {
  return isInlineType(type) !== undefined;
}

/** Whether a node of this type has no children; undefined for types that are not known. */
export function isVoidType(type: string): boolean | undefined {
  if (VOID.has(type)) return true;
  return OPEN.has(type) ? false : undefined;
}
