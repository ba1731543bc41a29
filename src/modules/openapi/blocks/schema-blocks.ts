import type { DocumentBlock } from '#modules/documents/index.js';
import { codeText, list, markdown, type Run, runs } from '../computed/document-parts.js';
import { MemberCount } from '../reference/member-count.js';
import { asText, type JsonObject } from '../reference/resolve.js';
import { choicesOf, constraintsOf } from './schema-constraints.js';
import { shapeOf, typeLabel } from './schema-shape.js';
import type { ReferenceWords } from '#modules/words/index.js';

const MAX_DEPTH = 4;
/** Members of schemas that one block describes at most. */
const MAX_MEMBERS = 200;
const MAX_CHOICES = 30;

/** Describes schemas as lists of their members, down to a limited depth; a circular schema ends at its first repetition. */
export class SchemaBlocks {
  private readonly room: MemberCount;

  /** @param page members that the whole page may still have. */
  constructor(
    private readonly root: object,
    private readonly words: ReferenceWords,
    page?: MemberCount,
  ) {
    this.room = new MemberCount(MAX_MEMBERS, page);
  }

  /** Returns the members of a schema, or its variants; nothing when the name of the schema is enough. */
  describe(value: unknown, path: readonly string[] = []): DocumentBlock[] {
    const { name, properties, required, variants, items } = shapeOf(this.root, value);
    if (path.length >= MAX_DEPTH) return [];
    const below = [...path, name ?? ''];
    const members = properties.map(
      ([member, schema]) =>
        () =>
          this.member(member, schema, required.has(member), below),
    );
    const blocks = members.length > 0 ? this.limited(members) : [];
    if (items !== undefined) blocks.push(...this.describeNew(items, below));
    if (variants.length > 0) blocks.push(...this.variants(variants, below));
    return blocks;
  }

  /** Returns the entry of a parameter or header, which is not part of a schema. */
  entry(name: string, details: JsonObject, schema: unknown): DocumentBlock[] {
    return this.member(name, schema, details['required'] === true, [], details);
  }

  private member(
    name: string,
    value: unknown,
    isRequired: boolean,
    path: readonly string[],
    details: JsonObject = {},
  ): DocumentBlock[] {
    const { name: reference, schema } = shapeOf(this.root, value);
    const isRecursive = reference !== undefined && path.includes(reference);
    const notes = this.notes({ ...schema, ...details }, isRequired, isRecursive);
    const line: Run[] = [{ text: name, mark: 'code' }, { text: ` ${typeLabel(this.root, value)}` }];
    // A mark that begins with a space cannot be written in Markdown.
    if (notes.length > 0) line.push({ text: ' ' }, { text: notes.join(', '), mark: 'italic' });
    return [
      runs(line),
      ...markdown(asText(details['description']) ?? asText(schema['description'])),
      ...this.facts(value),
      ...(isRecursive ? [] : this.describe(value, path)),
    ];
  }

  private notes(schema: JsonObject, isRequired: boolean, isRecursive: boolean): string[] {
    const { words } = this;
    return [
      ...(isRequired ? [words.required] : []),
      ...(schema['deprecated'] === true ? [words.deprecated] : []),
      ...(schema['readOnly'] === true ? [words.readOnly] : []),
      ...(schema['writeOnly'] === true ? [words.writeOnly] : []),
      ...(isRecursive ? [words.asAbove] : []),
    ];
  }

  private facts(value: unknown): DocumentBlock[] {
    const { schema } = shapeOf(this.root, value);
    const choices = choicesOf(this.root, value);
    const code = (text: string): Run => ({ text, mark: 'code' });
    const listed = (texts: readonly string[]): Run[] =>
      texts.flatMap((text, i) => (i > 0 ? [{ text: ', ' }, code(text)] : [code(text)]));
    const facts: Run[][] = [];
    if (choices.length > 0) {
      const more = choices.length > MAX_CHOICES ? [{ text: ', …' }] : [];
      facts.push([{ text: `${this.words.allowed}: ` }, ...listed(choices.slice(0, MAX_CHOICES)), ...more]);
    }
    if (schema['default'] !== undefined)
      facts.push([{ text: `${this.words.default}: ` }, code(codeText(schema['default']))]);
    const constraints = constraintsOf(this.root, value);
    if (constraints.length > 0) facts.push(listed(constraints));
    return facts.length > 0
      ? [runs(facts.flatMap((fact, i) => (i > 0 ? [{ text: '. ' }, ...fact] : fact)))]
      : [];
  }

  private variants(variants: readonly unknown[], path: readonly string[]): DocumentBlock[] {
    const items = variants.map((variant) => () => [
      runs([{ text: typeLabel(this.root, variant), mark: 'code' }]),
      ...this.describeNew(variant, path),
    ]);
    return [runs([{ text: `${this.words.oneOf}:` }]), ...this.limited(items)];
  }

  private describeNew(value: unknown, path: readonly string[]): DocumentBlock[] {
    const { name } = shapeOf(this.root, value);
    return name !== undefined && path.includes(name) ? [] : this.describe(value, path);
  }

  private limited(items: readonly (() => DocumentBlock[])[]): DocumentBlock[] {
    const made: DocumentBlock[][] = [];
    for (const item of items) {
      if (!this.room.take()) {
        made.push([runs([{ text: this.words.more, mark: 'italic' }])]);
        break;
      }
      made.push(item());
    }
    return [list(made)];
  }
}
