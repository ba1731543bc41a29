import type { DocumentBlock } from '#modules/documents/index.js';
import { codeText, list, markdown, type Run, runs } from '../computed/document-parts.js';
import { asList, asText, type JsonObject } from '../reference/resolve.js';
import { shapeOf, typeLabel } from './schema-shape.js';
import type { ReferenceWords } from './words.js';

const DEEPEST = 4;
/** Members that one block describes, whatever its specification says. */
const MOST_MEMBERS = 200;
const MOST_CHOICES = 30;

/** Describes schemas as lists of their members, as deep as is of use; circular ones end where they meet themselves. */
export class SchemaBlocks {
  private left = MOST_MEMBERS;

  constructor(
    private readonly root: object,
    private readonly words: ReferenceWords,
  ) {}

  /** The members of a schema, or its variants; nothing when its name says it all. */
  describe(value: unknown, path: readonly string[] = []): DocumentBlock[] {
    const { name, properties, required, variants, items } = shapeOf(this.root, value);
    if (path.length >= DEEPEST) return [];
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

  /** A parameter or header, which is not part of a schema. */
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
    if (notes.length > 0) line.push({ text: ` ${notes.join(', ')}`, mark: 'italic' });
    return [
      runs(line),
      ...markdown(asText(details['description']) ?? asText(schema['description'])),
      ...this.facts(schema),
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
      ...(isRecursive ? [words.recursive] : []),
    ];
  }

  private facts(schema: JsonObject): DocumentBlock[] {
    const choices = asList(schema['enum']);
    const facts: Run[] = [];
    const code = (value: unknown): Run => ({ text: codeText(value), mark: 'code' });
    if (choices.length > 0) {
      facts.push({ text: `${this.words.allowed}: ` });
      choices
        .slice(0, MOST_CHOICES)
        .forEach((choice, i) => facts.push({ text: i > 0 ? ', ' : '' }, code(choice)));
      if (choices.length > MOST_CHOICES) facts.push({ text: ', …' });
    }
    if (schema['default'] !== undefined) {
      facts.push({ text: `${facts.length > 0 ? '. ' : ''}${this.words.default}: ` }, code(schema['default']));
    }
    return facts.length > 0 ? [runs(facts)] : [];
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
      if (this.left-- <= 0) {
        made.push([runs([{ text: `… ${this.words.more}`, mark: 'italic' }])]);
        break;
      }
      made.push(item());
    }
    return [list(made)];
  }
}
