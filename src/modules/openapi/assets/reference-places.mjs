/** Members that hold a schema. */
const SCHEMA = new Set(
  'schema items contains not if then else additionalProperties propertyNames additionalItems unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
/** Members that hold schemas by name. */
const NAMED = new Set('properties patternProperties dependentSchemas schemas definitions $defs'.split(' '));
/** Members that hold lists of schemas. */
const LISTED = new Set('allOf oneOf anyOf prefixItems'.split(' '));

/**
 * True when the value at the path is a schema, judged by the names in the path.
 * @param {readonly string[]} path
 */
export function isSchemaPlace(path) {
  const name = path.at(-1);
  const parent = path.at(-2);
  return NAMED.has(parent) || LISTED.has(parent) || SCHEMA.has(name);
}

/**
 * True when a `$ref` in the object at the path is a reference; in an example it is plain data.
 * @param {readonly string[]} path
 */
export function isReferencePlace(path) {
  return !path.some((name, at) => {
    const [grandparent, parent] = [path[at - 2], path[at - 1]];
    if (NAMED.has(parent) || grandparent === 'components') return false;
    // The members of a map of examples may be references; values within an example, or in a list of examples, are plain
    // data.
    return (
      name === 'example' ||
      (name === 'value' && grandparent === 'examples') ||
      (parent === 'examples' && /^\d+$/.test(name))
    );
  });
}

/**
 * Returns the value that a JSON pointer names in a document.
 * @param {string} pointer without the `#`
 */
export function lookUp(root, pointer) {
  let at = root;
  for (const segment of pointer.split('/').slice(1)) {
    const name = decode(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
