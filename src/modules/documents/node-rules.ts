import { formOf } from './catalogue/catalogue.js';
import type { DocumentData } from './document.types.js';

/** The first member that is missing or wrong, with a sentence; undefined for valid data. */
export function dataProblem(
  type: string,
  data: DocumentData,
): { member: string; sentence: string } | undefined {
  for (const member of Object.keys(formOf(type)?.data ?? {})) {
    const sentence = memberProblem(type, member, data[member]);
    if (sentence !== undefined) return { member, sentence };
  }
  if (type === 'button' && isNothing(data['ref']) && isNothing(data['action']))
    return { member: 'ref', sentence: 'is needed, or an action, for a button to do something' };
  return undefined;
}

/** The sentence about a member with a wrong value; undefined for a valid one. */
export function memberProblem(type: string, member: string, value: unknown): string | undefined {
  const rules = formOf(type)?.data ?? {};
  const rule = Object.hasOwn(rules, member) ? rules[member] : undefined;
  if (!rule || (rule.optional && isNothing(value)) || rule.accepts(value)) return undefined;
  return rule.sentence;
}

/** The data without known members that are null. */
export function withoutNulls(type: string, data: DocumentData): DocumentData {
  const rules = formOf(type)?.data ?? {};
  const entries = Object.entries(data).filter(
    ([name, value]) => value !== null || !Object.hasOwn(rules, name),
  );
  return Object.fromEntries(entries);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
