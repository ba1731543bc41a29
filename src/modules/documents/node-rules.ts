import { formOf, isInlineType } from './catalogue/catalogue.js';
import type { ValidBlock, ValidInline } from './catalogue/node-data.js';
import type { DocumentBlock, DocumentData, DocumentInline } from './document.types.js';

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

/** True for a block of a known type without a member that is missing or wrong. */
export function isValidBlock(block: DocumentBlock): block is ValidBlock {
  return isInlineType(block.type) === false && dataProblem(block.type, block.data) === undefined;
}

/** As `isValidBlock`, for inlines. */
export function isValidInline(inline: DocumentInline): inline is ValidInline {
  return isInlineType(inline.type) === true && dataProblem(inline.type, inline.data) === undefined;
}

/** The sentence about a member with a wrong value; undefined for a valid one. */
export function memberProblem(type: string, member: string, value: unknown): string | undefined {
  const rules = formOf(type)?.data ?? {};
  const rule = Object.hasOwn(rules, member) ? rules[member] : undefined;
  if (!rule || (rule.optional && isNothing(value)) || rule.accepts(value)) return undefined;
  return rule.sentence;
}

/** The data in normal form: without known members that are null or say nothing, and with defaults. */
export function normalData(type: string, data: DocumentData): DocumentData {
  const { data: rules = {}, defaults = {}, level } = formOf(type) ?? {};
  const normal: DocumentData = {};
  for (const [name, value] of Object.entries(data)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const kept = rule?.normal ? rule.normal(value) : value;
    if (rule && isNothing(kept)) continue;
    if (name === 'level' && level !== undefined && !LEVELS[level].includes(value)) continue;
    normal[name] = kept;
  }
  for (const [name, value] of Object.entries(defaults)) normal[name] ??= value;
  return normal;
}

/** Depths of Markdown headings that differ from the usual depth for the levels of the model. */
const LEVELS: Record<1 | 2 | 3, readonly unknown[]> = { 1: [1], 2: [], 3: [5, 6] };

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
