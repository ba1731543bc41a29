import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  nameOfReference,
  resolve,
} from '../reference/resolve.js';

/** Depth to which nested `allOf` are merged; deeper nesting is a mistake. */
const MAX_ALL_OF_DEPTH = 10;

/** A schema with its reference followed and the parts of `allOf` merged. */
export interface SchemaShape {
  /** Name of the component that the reference named. */
  name?: string;
  schema: JsonObject;
  properties: [name: string, schema: unknown][];
  required: Set<string>;
  /** Schemas of which one, or some, apply. */
  variants: unknown[];
  items?: unknown;
}

export function shapeOf(root: object, value: unknown): SchemaShape {
  const schema = merged(root, value, 0);
  return {
    name: nameOfReference(value),
    schema,
    properties: Object.entries(asObject(schema['properties'])),
    required: new Set(asList(schema['required']).filter((name) => typeof name === 'string')),
    variants: [...asList(schema['oneOf']), ...asList(schema['anyOf'])].filter((variant) => !isNull(variant)),
    items: schema['items'],
  };
}

/** Names the type of a value in a few words: `array of Pet`, `string · date-time`. */
export function typeLabel(root: object, value: unknown, depth = 0): string {
  const { name, schema, variants, items, properties } = shapeOf(root, value);
  if (items !== undefined && depth < 3) return `array of ${typeLabel(root, items, depth + 1)}`;
  if (name !== undefined) return name;
  const types = [schema['type']].flat().filter((type): type is string => typeof type === 'string');
  if (types.length === 0 && variants.length > 0 && depth < 3) {
    const labels = variants.slice(0, 4).map((variant) => typeLabel(root, variant, depth + 1));
    return [...new Set(labels), ...(variants.length > 4 ? ['…'] : [])].join(' | ');
  }
  const base = types.length > 0 ? types.join(' | ') : properties.length > 0 ? 'object' : 'any';
  const format = asText(schema['format']);
  return format === undefined ? base : `${base} · ${format}`;
}

function merged(root: object, value: unknown, depth: number): JsonObject {
  const schema = resolve(root, value);
  const parts = asList(schema['allOf']);
  if (parts.length === 0 || depth === MAX_ALL_OF_DEPTH) return schema;
  const all = [...parts.map((part) => merged(root, part, depth + 1)), schema];
  const properties = Object.assign({}, ...all.map((part) => asObject(part['properties']))) as JsonObject;
  const required = all.flatMap((part) => asList(part['required']));
  const { allOf: _, ...together } = Object.assign({}, ...all) as JsonObject;
  return {
    ...together,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function isNull(value: unknown): boolean {
  return isObject(value) && value['type'] === 'null';
}
