import { asList, asObject, isObject, lookUp } from '../reference/resolve.js';
import { shapeOf } from './schema-shape.js';

const MAX_DEPTH = 6;
/** Values that one example has at most. */
const MAX_VALUES = 200;
const MAX_EXAMPLE_LENGTH = 20_000;

const STRINGS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** The example of a media type as JSON, or else one made up from its schema; undefined without either. */
export function exampleOf(root: object, media: Record<string, unknown>): string | undefined {
  const given = media['example'] ?? firstOf(root, media['examples']);
  const value = given === undefined && media['schema'] !== undefined ? valueOf(root, media['schema']) : given;
  if (value === undefined) return undefined;
  const text = typeof value === 'string' && given !== undefined ? value : JSON.stringify(value, null, 2);
  return text.length > MAX_EXAMPLE_LENGTH ? undefined : text;
}

/** Makes a value that fits a schema; a circular schema ends at its first repetition. */
export function valueOf(root: object, schema: unknown): unknown {
  return new ExampleMaker(root).make(schema, []);
}

class ExampleMaker {
  private remainingValues = MAX_VALUES;

  constructor(private readonly root: object) {}

  make(value: unknown, path: readonly object[]): unknown {
    const shape = shapeOf(this.root, value);
    const { schema, properties, variants, items } = shape;
    const given = schema['example'] ?? asList(schema['examples'])[0] ?? schema['default'] ?? schema['const'];
    if (given !== undefined) return given;
    const [choice] = asList(schema['enum']);
    if (choice !== undefined) return choice;
    const identity = identityOf(this.root, value);
    if (path.length >= MAX_DEPTH || path.includes(identity) || this.remainingValues-- <= 0) return undefined;
    const below = [...path, identity];
    if (properties.length > 0) return this.object(properties, below);
    if (items !== undefined) return [this.make(items, below)].filter((item) => item !== undefined);
    if (variants.length > 0) return this.make(variants[0], below);
    return plainValue(schema);
  }

  private object(properties: readonly [string, unknown][], path: readonly object[]): object {
    const members = properties.map(([name, schema]) => [name, this.make(schema, path)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  }
}

/** The object that a reference leads to, which is the same for all references to it. */
function identityOf(root: object, value: unknown): object {
  const ref = isObject(value) ? value['$ref'] : undefined;
  if (typeof ref !== 'string') return asObject(value);
  const target = lookUp(root, ref);
  return isObject(target) ? target : asObject(value);
}

function plainValue(schema: Record<string, unknown>): unknown {
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'string':
      return STRINGS[String(schema['format'])] ?? 'text';
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return undefined;
  }
}

function firstOf(root: object, examples: unknown): unknown {
  const [first] = Object.values(asObject(examples));
  return first === undefined ? undefined : shapeOf(root, first).schema['value'];
}
