import { codeText } from '../computed/document-parts.js';
import { asList, type JsonObject } from '../reference/resolve.js';
import { shapeOf } from './schema-shape.js';

/** What a schema demands beside its type, in the order it is told. */
const KEYWORDS = [
  ...['const', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'contentMediaType', 'contentEncoding'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];
const LONGEST = 200;

/**
 * What values have to be beside being of their type, such as `minimum: 0`: in the standard's own words, which are the same
 * in every language. What is demanded of the items of a list is told with `items.` before it.
 */
export function constraintsOf(root: object, value: unknown): string[] {
  const { schema, items } = shapeOf(root, value);
  const inside = items === undefined ? [] : keywordsOf(shapeOf(root, items).schema);
  return [...keywordsOf(schema), ...inside.map((constraint) => `items.${constraint}`)];
}

function keywordsOf(schema: JsonObject): string[] {
  return KEYWORDS.flatMap((keyword) => {
    const limit = schema[keyword];
    // Swagger UI and others write what is the default anyway.
    if (
      limit === undefined ||
      limit === false ||
      (limit === 0 && /^min(Length|Items|Properties)$/.test(keyword))
    )
      return [];
    const text = codeText(limit);
    return [`${keyword}: ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`];
  });
}

/** The values that are allowed, of a list those of its items, as code; none where all of the type are. */
export function choicesOf(root: object, value: unknown): string[] {
  const { schema, items } = shapeOf(root, value);
  const own = asList(schema['enum']);
  const choices = own.length > 0 || items === undefined ? own : asList(shapeOf(root, items).schema['enum']);
  return choices.map(codeText);
}
