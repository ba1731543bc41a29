/** The part of JSON Schema that settings need; it is both what is checked and what the API's description says. */
interface SchemaWords {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  properties?: Record<string, SchemaWords>;
  required?: string[];
  additionalProperties?: boolean;
  maxProperties?: number;
  items?: SchemaWords;
  oneOf?: SchemaWords[];
  enum?: readonly (string | null)[];
  nullable?: boolean;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

declare const value: unique symbol;

/** A schema of values of a type, which TypeScript infers from it. */
export interface SettingsSchema<Value = unknown> extends SchemaWords {
  /** Never there: it only carries the type. */
  readonly [value]?: Value;
}

/** The type of the values that a schema takes. */
export type ValueOf<Schema> = Schema extends SettingsSchema<infer Value> ? Value : never;

type Members<Schemas> = {
  -readonly [Name in keyof Schemas as Name extends `${string}?` ? never : Name]: ValueOf<Schemas[Name]>;
} & {
  -readonly [Name in keyof Schemas as Name extends `${infer Bare}?` ? Bare : never]?: ValueOf<Schemas[Name]>;
};

/** One of some words. */
export function oneOf<const Word extends string>(values: readonly Word[]): SettingsSchema<Word> {
  return { type: 'string', enum: values };
}

/** A text with its limits. */
export function text(maxLength: number, minLength?: number): SettingsSchema<string> {
  return { type: 'string', maxLength, ...(minLength === undefined ? {} : { minLength }) };
}

/** A list of at most so many items. */
export function list<Item>(items: SettingsSchema<Item>, maxItems: number): SettingsSchema<Item[]> {
  return { type: 'array', items, maxItems };
}

/** A value of one of two schemas. */
export function either<One, Other>(
  one: SettingsSchema<One>,
  other: SettingsSchema<Other>,
): SettingsSchema<One | Other> {
  return { oneOf: [one, other] };
}

/** A value, or null. */
export function orNull<Value>(schema: SettingsSchema<Value>): SettingsSchema<Value | null> {
  const words: SchemaWords = schema;
  return { ...words, nullable: true };
}

/** An object of these members; names that end in `?` are optional. */
export function object<const Schemas extends Record<string, SettingsSchema>>(
  members: Schemas,
): SettingsSchema<Members<Schemas>> {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name] ?? {}])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}
