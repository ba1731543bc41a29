import type { DocumentBlock, DocumentData, DocumentInline } from '../document.types.js';
import { isRecord } from '../values.js';
import { BLOCKS } from './blocks.js';
import { type BlockType, formOf, type InlineType } from './catalogue.js';
import { INLINES } from './inlines.js';
import type { MemberRule } from './member-rules.js';

type Forms = typeof BLOCKS & typeof INLINES;
type Rules<T> = T extends keyof Forms ? (Forms[T] extends { data: infer R } ? R : unknown) : unknown;
type Value<R> = R extends MemberRule<infer V> ? V : never;

/** The data of nodes of a type: members with a rule have its type when they are there, the others may be anything. */
export type DataOf<T extends string> = DocumentData &
  (T extends keyof Forms ? { [Name in keyof Rules<T>]?: Value<Rules<T>[Name]> } : unknown);

/** A block whose type is known, and whose data may be anything. */
export type BlockOf<T extends BlockType> = DocumentBlock & { type: T };
export type InlineOf<T extends InlineType> = DocumentInline & { type: T };

/** A block or an inline whose data follows the rules of its type. */
export type ValidBlock<T extends BlockType = BlockType> = {
  [Type in T]: BlockOf<Type> & { data: DataOf<Type> };
}[T];
export type ValidInline<T extends InlineType = InlineType> = {
  [Type in T]: InlineOf<Type> & { data: DataOf<Type> };
}[T];

/**
 * The data of a node without the members that break their rule. Documents come from any client, and readers must get
 * the page despite a malformed block.
 */
export function dataOf<T extends string>(node: { type: T; data?: DocumentData }): DataOf<T> {
  const data = isRecord(node.data) ? node.data : {};
  const wrong = Object.entries(formOf(node.type)?.data ?? {}).filter(
    ([name, rule]) => data[name] !== undefined && !rule.accepts(data[name]),
  );
  if (wrong.length === 0) return data as DataOf<T>;
  const rest = { ...data };
  for (const [name] of wrong) delete rest[name];
  return rest as DataOf<T>;
}
