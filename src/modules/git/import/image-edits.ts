import type { ContentEdit, FileRecord, NewPage, PageNode } from '#modules/content/index.js';
import { type SpaceTree, walkPages } from '../space-tree.js';
import type { FolderImage, ImagePage } from './folder-image.js';

/** The edits that make the content of `base` what the image says, and nothing else. */
export function imageEdits(base: SpaceTree, image: FolderImage): ContentEdit[] {
  const existing = new Map([...walkPages(base.pages)].map((page) => [page.id, page]));
  const wanted = new Set<string>();
  for (const page of walkImage(image.pages)) wanted.add(page.id);
  const edits: ContentEdit[] = [];
  placePages(edits, existing, wanted, { into: null, before: base.pages, after: image.pages });
  const deletions = deletePages(base.pages, wanted);
  edits.push(...deletions);
  // Only now the slugs of deleted and moved pages are free for those that want them.
  if (deletions.length > 0 || leavePlaces(existing, image.pages, null))
    edits.push(...slugEdits(existing, image.pages, null));
  edits.push(...fileEdits(base.files, image.files), ...includeEdits(base, image));
  if (image.variables) edits.push({ type: 'setVariables', variables: image.variables });
  if (image.redirects) edits.push({ type: 'setRedirects', redirects: image.redirects });
  return edits;
}

export function* walkImage(pages: readonly ImagePage[]): Generator<ImagePage> {
  for (const page of pages) {
    yield page;
    yield* walkImage(page.children);
  }
}

/** True when one of the pages, or of those below, gets another parent or another slug than it had. */
function leavePlaces(
  existing: ReadonlyMap<string, PageNode>,
  pages: readonly ImagePage[],
  into: string | null,
): boolean {
  return pages.some(({ id, slug, fields, children }) => {
    const before = existing.get(id);
    const isOther = before && (before.parent !== into || (fields !== undefined && before.slug !== slug));
    return isOther || leavePlaces(existing, children, id);
  });
}

/** Gives pages that are new, read anew or moved the slugs that they were to have from the start. */
function slugEdits(
  existing: ReadonlyMap<string, PageNode>,
  pages: readonly ImagePage[],
  into: string | null,
): ContentEdit[] {
  return pages.flatMap(({ id, slug, fields, children }): ContentEdit[] => {
    const before = existing.get(id);
    const wanted = before && !fields && !isNumbered(before.slug, slug) ? before.slug : slug;
    const isKept = !fields && before?.parent === into && before.slug === wanted;
    const own: ContentEdit[] = isKept ? [] : [{ type: 'updatePage', page: id, fields: { slug: wanted } }];
    return [...own, ...slugEdits(existing, children, id)];
  });
}

/** True for a slug that got a number because another page had the one wanted. */
function isNumbered(slug: string, wanted: string): boolean {
  return slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1));
}

interface Level {
  into: string | null;
  before: readonly PageNode[];
  after: readonly ImagePage[];
}

/** Parents come first, so no page is ever moved into itself. */
function placePages(
  edits: ContentEdit[],
  existing: ReadonlyMap<string, PageNode>,
  wanted: ReadonlySet<string>,
  { into, before, after }: Level,
): void {
  const stay = before.filter((page) => wanted.has(page.id));
  const isInPlace = stay.length === after.length && stay.every((page, index) => page.id === after[index]?.id);
  after.forEach((page, at) => {
    const known = existing.get(page.id);
    edits.push(known ? update(page, isInPlace ? {} : { into, at }) : insert(page, into, at));
    placePages(edits, existing, wanted, { into: page.id, before: known?.pages ?? [], after: page.children });
  });
}

function update(page: ImagePage, place: { into?: string | null; at?: number }): ContentEdit {
  return {
    type: 'updatePage',
    page: page.id,
    ...(page.fields ? { fields: { ...page.fields, slug: page.slug } } : {}),
    ...(page.document === undefined ? {} : { document: page.document }),
    ...place,
  };
}

function insert(page: ImagePage, into: string | null, at: number): ContentEdit {
  const { id, type, title, slug, document } = page;
  const fields = Object.entries(page.fields ?? {}).filter(([, value]) => value !== null);
  const fresh = { ...Object.fromEntries(fields), id, type, title, slug } as NewPage;
  return { type: 'insertPage', into, at, page: fresh, ...(document ? { document } : {}) };
}

/** Subpages that stay were moved out of the deleted page before. */
function deletePages(pages: readonly PageNode[], wanted: ReadonlySet<string>): ContentEdit[] {
  return pages.flatMap((page): ContentEdit[] =>
    wanted.has(page.id) ? deletePages(page.pages, wanted) : [{ type: 'deletePage', page: page.id }],
  );
}

function fileEdits(before: readonly FileRecord[], after: readonly FileRecord[]): ContentEdit[] {
  const known = new Map(before.map((file) => [file.id, file]));
  const ids = new Set(after.map((file) => file.id));
  const isSame = (a: FileRecord, b: FileRecord | undefined): boolean =>
    b?.blob === a.blob && b.name === a.name && b.git?.path === a.git?.path && b.git?.oid === a.git?.oid;
  return [
    ...after
      .filter((file) => !isSame(file, known.get(file.id)))
      .map((file): ContentEdit => ({ type: 'putFile', file })),
    ...before
      .filter((file) => !ids.has(file.id))
      .map((file): ContentEdit => ({ type: 'deleteFile', file: file.id })),
  ];
}

function includeEdits(base: SpaceTree, image: FolderImage): ContentEdit[] {
  const ids = new Set([
    ...image.reusableContents.map((content) => content.id),
    ...image.keptReusableContents,
  ]);
  return [
    ...image.reusableContents.map((reusableContent): ContentEdit => ({
      type: 'putReusableContent',
      reusableContent,
    })),
    ...base.reusableContents
      .filter((content) => !ids.has(content.id))
      .map((content): ContentEdit => ({ type: 'deleteReusableContent', reusableContent: content.id })),
  ];
}
