import { codeText } from '../computed/document-parts.js';
import { asList, type JsonObject } from '../reference/resolve.js';
import { shapeOf } from './schema-shape.js';

/** Keywords that constrain values besides the type, in the order in which they are shown. */
const KEYWORDS = [
  ...['const', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'contentMediaType', 'contentEncoding'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];
const MAX_CONSTRAINT_LENGTH = 200;

/**
 * The constraints of a schema besides the type, such as `minimum: 0`, in the words of the standard, which are the same
 * in every language. Constraints on the items of a list begin with `items.`.
 */
export function constraintsOf(root: object, value: unknown): string[] {
  const { schema, items } = shapeOf(root, value);
  const inside = items === undefined ? [] : keywordsOf(shapeOf(root, items).schema);
  return [...keywordsOf(schema), ...inside.map((constraint) => `items.${constraint}`)];
}

function keywordsOf(schema: JsonObject): string[] {
  return KEYWORDS.flatMap((keyword) => {
    const limit = schema[keyword];
    // Swagger UI and other tools write constraints that hold by default.
    if (
      limit === undefined ||
      limit === false ||
      (limit === 0 && /^min(Length|Items|Properties)$/.test(keyword))
    )
      return [];
    const text = codeText(limit);
    return [
      `${keyword}: ${text.length > MAX_CONSTRAINT_LENGTH ? `${text.slice(0, MAX_CONSTRAINT_LENGTH)}…` : text}`,
    ];
  });
}

/** The allowed values as code, for a list those of its items; empty when every value of the type is allowed. */
export function choicesOf(root: object, value: unknown): string[] {
  const { schema, items } = shapeOf(root, value);
  const own = asList(schema['enum']);
  const choices = own.length > 0 || items === undefined ? own : asList(shapeOf(root, items).schema['enum']);
  return choices.map(codeText);
}
