import type { DocumentBlock } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import type { Choice } from '../menus/choice-list.js';
import { isMatch } from '../menus/link-targets.js';
import type { PageContext } from '../page-context.js';
import { contentPath } from '../saving/page-source.js';
import { inOtherSpace } from './other-space.js';

/** Reference to a reusable content, of this space unless it names another. */
export interface ReusableRef {
  kind: 'reusable-content';
  reusableContent: string;
  space?: string;
}

export interface ReusableChoice extends Choice {
  ref: ReusableRef;
}

interface Listed {
  items: { id: string; title: string; space?: { id: string; title: string } }[];
}

/** Reusable contents by words of their titles: those of the content that is edited, then those of other spaces. */
export async function findReusable(context: PageContext, query: string): Promise<ReusableChoice[]> {
  const [own, others] = await Promise.all([
    list(`${context.contentPath}/reusable-contents`, { limit: 1000 }),
    list(`/spaces/${context.place.space}/other-reusable-contents`, { search: query.trim(), limit: 20 }),
  ]);
  const { id: edited } = context.edited;
  return [...own.filter((one) => one.ref.reusableContent !== edited && isMatch(one, query)), ...others];
}

async function list(path: string, query: Record<string, string | number>): Promise<ReusableChoice[]> {
  const { items } = await api<Listed>(path, { query }).catch((): Listed => ({ items: [] }));
  return items.map(({ id, title, space }) => ({
    title,
    detail: space?.title ?? 'This space',
    ref: { kind: 'reusable-content', reusableContent: id, ...(space && { space: space.id }) },
  }));
}

interface ReusableContent {
  title: string;
  /** Id of its text; absent without one. */
  document?: string;
}

/** Title and text of a reusable content. @throws ApiError, Unreachable */
export function readReusable(context: PageContext, ref: ReusableRef): Promise<ReusableContent> {
  const path = ref.space === undefined ? context.contentPath : `/spaces/${ref.space}/content`;
  return api<ReusableContent>(`${path}/reusable-contents/${ref.reusableContent}`);
}

/** The blocks of a reusable content as they stand in this space. @throws ApiError, Unreachable */
export async function readBlocks(context: PageContext, ref: ReusableRef): Promise<DocumentBlock[]> {
  const { document } = await readReusable(context, ref);
  if (document === undefined) return [];
  const { nodes } = await api<{ nodes: DocumentBlock[] }>(
    `/spaces/${ref.space ?? context.place.space}/documents/${document}`,
  );
  const blocks = nodes.map((block) => ({ ...block, key: undefined }));
  return ref.space === undefined ? blocks : inOtherSpace(blocks, ref.space);
}

/** Adds a reusable content with these blocks. @throws ApiError, Unreachable */
export async function insertReusable(
  context: PageContext,
  title: string,
  blocks: DocumentBlock[],
): Promise<ReusableRef> {
  const document = { document: { object: 'document', data: {}, nodes: blocks } };
  const { changes } = await api<{ changes: { reusableContent: string }[] }>(
    contentPath(await context.writablePlace()),
    {
      method: 'POST',
      query: { compat: false },
      body: { changes: [{ operation: 'insert_reusable_content', title, document }] },
    },
  );
  return { kind: 'reusable-content', reusableContent: changes[0]!.reusableContent };
}
