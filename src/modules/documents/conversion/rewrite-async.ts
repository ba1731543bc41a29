import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import type { ContentRef, JSONDocument } from '../document.types.js';
import { documentReferences } from '../document-references.js';
import { formatContentRef } from '../markdown/content-ref-text.js';
import type { SerializeContext } from '../markdown/markdown.types.js';
import { normalizeDocument } from '../normalize-document.js';
import type { RewriteRequest } from '../source/rewrite-text.js';
import { serializeMarkdownAsync, serializePageAsync } from './convert-async.js';
import { type AsyncOptions, lookingUp, type LookUps } from './convert-in-thread.js';
import { REWRITE_TEXT } from './conversion-tasks.js';
import { type AddressKind, type NamedAddress, refKey, type RewriteTask } from './conversion.types.js';
import { packDocument } from './packed-document.js';
import { rewriteAsking } from './rewrite-asking.js';

/** Processor time for one text, which is read up to four times. */
const BUDGET_MS = 45_000;
const CHARACTERS_PER_MS = 15;
/** Texts below this length are rewritten at once, unless they are one of many. */
const LONG = 5_000;
const KINDS: readonly AddressKind[] = ['link', 'file', 'include'];

/**
 * Returns the text of `rewriteText`; a text that is not short is rewritten in a thread. One that takes too long is written
 * anew as a whole.
 * @param context its resolvers are asked once for each address, `formatRef` once for each reference.
 * @throws OverBudget when it cannot even be written, Busy when too many callers wait already.
 */
export async function rewriteTextAsync(
  request: RewriteRequest,
  context: LookUps & SerializeContext,
  options: AsyncOptions = {},
): Promise<string> {
  const { document, ...rest } = request;
  const normal = normalizeDocument(document);
  const formats = formatsOf(normal, request, context);
  const addresses = [...new Set([...formats.values()].filter((one) => one !== undefined))];
  const asked = addresses.flatMap((address) => KINDS.map((kind): NamedAddress => [kind, address]));
  const answer = lookingUp(context);
  const refs = await answer(asked);
  const known = asked.map(([kind, address], at): [NamedAddress, ContentRef | undefined] => [
    [kind, address],
    refs[at],
  ]);
  const isShort = request.source.length < LONG && !options.isOneOfMany;
  const task: RewriteTask = { ...rest, document: await packDocument(normal), formats, known };
  if (isShort) return rewriteAsking(task, answer);
  const { organization, isPatient } = options;
  const expectedMs = request.source.length / CHARACTERS_PER_MS;
  try {
    return await compute.run(REWRITE_TEXT, task, {
      budgetMs: BUDGET_MS,
      organization,
      expectedMs,
      isPatient,
      answer,
    });
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return request.kind === 'page'
      ? serializePageAsync(request.meta, document, context, options)
      : serializeMarkdownAsync(document, context, options);
  }
}

/** The written form of all references of the text that is wanted. */
function formatsOf(
  document: JSONDocument,
  { meta: { cover } }: RewriteRequest,
  context: SerializeContext,
): RewriteTask['formats'] {
  const refs = documentReferences(document).map(({ ref }) => ref);
  if (cover) refs.push(cover.ref, ...(cover.refDark ? [cover.refDark] : []));
  const formats: RewriteTask['formats'] = new Map();
  for (const ref of refs) {
    const key = refKey(ref);
    if (!formats.has(key))
      formats.set(key, ref.kind === 'url' ? ref.url : (context.formatRef?.(ref) ?? formatContentRef(ref)));
  }
  return formats;
}
