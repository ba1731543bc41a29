import type { ContentEdit, ContentStore, NewPage, PageNode } from '#modules/content/index.js';
import type { SpaceTree } from '../space-tree.js';

/**
 * Start of a page that both sides have, and had not in common before: the whole page of the space, so that the folder's version
 * of it counts, or an empty page, so that what differs is a conflict.
 */
export type Adoption = 'whole' | 'empty';

/**
 * The edits that put things of the space, as they are now, into what was imported last: the folder has them too, so from
 * here on both sides are versions of the same thing.
 */
export async function adoptionEdits(
  content: ContentStore,
  organizationId: string,
  {
    base,
    main,
    adopted,
    adoption,
  }: { base: SpaceTree; main: SpaceTree; adopted: ReadonlySet<string>; adoption: Adoption },
): Promise<ContentEdit[]> {
  if (adopted.size === 0) return [];
  const existing = new Set<string>();
  const note = (pages: readonly PageNode[]): void =>
    pages.forEach((page) => {
      existing.add(page.id);
      note(page.pages);
    });
  note(base.pages);
  const edits: ContentEdit[] = [];
  const visit = async (pages: readonly PageNode[], into: string | null): Promise<void> => {
    for (const page of pages) {
      if (adopted.has(page.id)) {
        const document =
          page.document === null || adoption === 'empty'
            ? null
            : await content.readDocument(organizationId, page.document);
        edits.push({
          type: 'insertPage',
          into: page.type === 'group' ? null : into,
          page: asNew(page),
          document,
        });
        existing.add(page.id);
      }
      await visit(page.pages, existing.has(page.id) ? page.id : into);
    }
  };
  await visit(main.pages, null);
  for (const file of main.files) if (adopted.has(file.id)) edits.push({ type: 'putFile', file });
  for (const { id, title, document, git } of main.reusableContents) {
    if (!adopted.has(id)) continue;
    const text =
      document === null || adoption === 'empty' ? null : await content.readDocument(organizationId, document);
    const reusableContent = { id, title, document: text, ...(git ? { git } : {}) };
    edits.push({ type: 'putReusableContent', reusableContent });
  }
  return edits;
}

function asNew(page: PageNode): NewPage {
  const {
    document: _d,
    createdAt: _c,
    updatedAt: _u,
    hash: _h,
    path: _p,
    parent: _q,
    pages: _s,
    ...fields
  } = page;
  return fields;
}
