import type { DocumentBlock } from '#modules/documents/index.js';
import { choicesOf, constraintsOf } from '../blocks/schema-constraints.js';
import { shapeOf, typeLabel } from '../blocks/schema-shape.js';
import { codeText, markdown } from '../computed/document-parts.js';
import { MemberCount } from '../reference/member-count.js';
import { asList, asText, type JsonObject } from '../reference/resolve.js';

const MAX_DEPTH = 6;
/** Members of schemas that one operation describes at most. */
const MAX_MEMBERS = 400;
const MAX_CHOICES = 40;

/** A member of a schema, or a parameter. */
export interface ReferenceMember {
  name: string;
  type: string;
  isRequired: boolean;
  isDeprecated: boolean;
  access?: 'read' | 'write';
  description: DocumentBlock[];
  choices: string[];
  /** Constraints besides the type, such as `minimum: 0`. */
  constraints: string[];
  default?: string;
  example?: string;
  /** True for a schema within itself, which is described further up. */
  isRecursive: boolean;
  below?: ReferenceSchema;
}

/** The members and variants of a schema. */
export interface ReferenceSchema {
  members: ReferenceMember[];
  /** Schemas of which one applies. */
  variants: { label: string; below?: ReferenceSchema }[];
  /** True when some members are left out. */
  isCut: boolean;
}

/** Reads schemas as trees of their members; a circular schema ends at its first repetition. */
export class SchemaReader {
  private readonly room: MemberCount;

  /** @param page members that the whole page may still have. */
  constructor(
    private readonly root: object,
    page?: MemberCount,
  ) {
    this.room = new MemberCount(MAX_MEMBERS, page);
  }

  /** Undefined when the type is enough. */
  schema(value: unknown, path: readonly string[] = []): ReferenceSchema | undefined {
    if (path.length >= MAX_DEPTH) return undefined;
    const { name, properties, required, variants, items } = shapeOf(this.root, value);
    if (name !== undefined && path.includes(name)) return undefined;
    const below = [...path, name ?? ''];
    const found: ReferenceSchema = { members: [], variants: [], isCut: false };
    for (const [member, schema] of properties) {
      if (!this.room.take()) return { ...found, isCut: true };
      found.members.push(this.member(member, schema, { required: required.has(member) }, below));
    }
    for (const variant of variants) {
      if (!this.room.take()) return { ...found, isCut: true };
      found.variants.push({ label: typeLabel(this.root, variant), below: this.schema(variant, below) });
    }
    const inside = items === undefined ? undefined : this.schema(items, below);
    if (inside && found.members.length + found.variants.length === 0) return inside;
    return found.members.length + found.variants.length > 0 ? found : undefined;
  }

  /** @param details the members of a parameter itself, beside its schema. */
  member(name: string, value: unknown, details: JsonObject, path: readonly string[] = []): ReferenceMember {
    const { name: reference, schema } = shapeOf(this.root, value);
    const isRecursive = reference !== undefined && path.includes(reference);
    const all = { ...schema, ...details };
    const example = details['example'] ?? schema['example'] ?? asList(schema['examples'])[0];
    return {
      name,
      type: typeLabel(this.root, value),
      isRequired: details['required'] === true,
      isDeprecated: all['deprecated'] === true,
      ...(all['readOnly'] === true
        ? { access: 'read' }
        : all['writeOnly'] === true
          ? { access: 'write' }
          : {}),
      description: markdown(asText(details['description']) ?? asText(schema['description'])),
      choices: shownChoices(choicesOf(this.root, value)),
      constraints: constraintsOf(this.root, value),
      ...(schema['default'] === undefined ? {} : { default: codeText(schema['default']) }),
      ...(example === undefined ? {} : { example: codeText(example) }),
      isRecursive,
      below: isRecursive ? undefined : this.schema(value, path),
    };
  }
}

function shownChoices(choices: string[]): string[] {
  return choices.length > MAX_CHOICES ? [...choices.slice(0, MAX_CHOICES), '…'] : choices;
}
