import type { Json, LocatedPage, Variables } from '#modules/content/index.js';
import type { PageMeta } from '#modules/documents/index.js';
import { describeExpressionError, ExpressionError, requireCondition } from '#modules/expressions/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { ChangeBatch } from './change-batch.js';
import { patchVariables } from './change-variables.js';
import type { PageFieldsInput, PageLayoutInput } from './page-fields.dto.js';

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
const LAYOUT: readonly (keyof PageLayoutInput)[] = [
  'width',
  'cover',
  'coverSize',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
];
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

/** Fields of which a change sets some members, as the page has them. */
export type PatchedFields = Pick<LocatedPage, 'variables' | 'layout'>;

/**
 * Fields of a page that a change sets: first those of the front matter of its text, then those of the change itself.
 * @param before what the page has.
 * @throws BadRequest naming the field.
 */
export function fieldsOf(
  change: PageFieldsInput,
  meta: PageMeta | undefined,
  before: PatchedFields,
  at: string,
): Record<string, Json> {
  if (typeof change.condition === 'string') checkCondition(change.condition, `${at}.condition`);
  return {
    ...pick(meta ?? {}, META),
    ...pick(change, FIELDS),
    ...pageLayout(change, meta, before.layout),
    ...pageVariables(change, meta, before.variables, at),
  };
}

/** The patched fields of a page after the changes planned so far. */
export function fieldsSoFar(batch: ChangeBatch, page: string, located: LocatedPage | null): PatchedFields {
  const soFar = <Name extends keyof PatchedFields>(name: Name): PatchedFields[Name] => {
    for (const edit of batch.edits.toReversed()) {
      if (edit.type === 'insertPage' && edit.page.id === page) return edit.page[name];
      const value = edit.type === 'updatePage' && edit.page === page ? edit.fields?.[name] : undefined;
      if (value !== undefined) return (value ?? undefined) as PatchedFields[Name];
    }
    return located?.[name];
  };
  return { variables: soFar('variables'), layout: soFar('layout') };
}

/** The layout in the front matter of a text replaces the current one; members of the change itself are applied last. */
function pageLayout(
  { layout: given }: PageFieldsInput,
  meta: PageMeta | undefined,
  before: Json | undefined,
): { layout?: Json } {
  if (given === undefined) return {};
  if (given === null) return { layout: null };
  return {
    layout: { ...((meta?.layout ?? before) as Record<string, Json> | undefined), ...pick(given, LAYOUT) },
  };
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
