import type { Json, LocatedPage, Variables } from '#modules/content/index.js';
import type { PageMeta } from '#modules/documents/index.js';
import { describeExpressionError, ExpressionError, requireCondition } from '#modules/expressions/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { ChangeBatch } from './change-batch.js';
import { patchVariables } from './change-variables.js';
import type { PageFieldsInput } from './content-changes.dto.js';

const FIELDS = [
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
] as const;
const META = [
  'title',
  'description',
  'icon',
  'emoji',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'frontMatter',
] as const;
/**
 * Fields of a page that a change sets: first those of the front matter of its text, then those of the change itself.
 * @param before variables that the page has.
 * @throws BadRequest naming the field.
 */
export function fieldsOf(
  change: PageFieldsInput,
  meta: PageMeta | undefined,
  before: Variables | undefined,
  at: string,
): Record<string, Json> {
  if (typeof change.condition === 'string') checkCondition(change.condition, `${at}.condition`);
  return { ...pick(meta ?? {}, META), ...pick(change, FIELDS), ...pageVariables(change, meta, before, at) };
}

/** Variables of a page after the changes planned so far. */
export function variablesSoFar(
  { edits }: ChangeBatch,
  page: string,
  located: LocatedPage | null,
): Variables | undefined {
  for (const edit of edits.toReversed()) {
    if (edit.type === 'insertPage' && edit.page.id === page) return edit.page.variables;
    if (edit.type === 'updatePage' && edit.page === page && edit.fields?.variables !== undefined)
      return edit.fields.variables ?? undefined;
  }
  return located?.variables;
}

/**
 * Variables in the front matter of a text replace the current ones; variables of the change itself are applied last.
 */
function pageVariables(
  { variables: given }: PageFieldsInput,
  meta: PageMeta | undefined,
  before: Variables | undefined,
  at: string,
): { variables?: Variables | null } {
  if (given === null) return { variables: null };
  if (given === undefined && meta?.variables === undefined) return {};
  const set = meta?.variables && patchVariables({}, meta.variables, `${at}.document.markdown: vars`);
  const variables = patchVariables(set ?? before ?? {}, given ?? {}, `${at}.variables`);
  return { variables: Object.keys(variables).length > 0 ? variables : null };
}

function checkCondition(source: string, at: string): void {
  try {
    requireCondition(source);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new BadRequest(`${at}: ${describeExpressionError(error)}`);
  }
}

function pick(from: object, names: readonly string[]): Record<string, Json> {
  const values = from as Record<string, Json | undefined>;
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
