import type {
  ContentDiff,
  ContentTag,
  EntryChange,
  FieldChange,
  FileRecord,
  Json,
  LocatedPage,
  PageChange,
  ReusableContent,
} from '#modules/content/index.js';
import type { SignedUrls } from '#modules/storage/index.js';
import { presentFile } from '../reading/content.presenter.js';
import type { ContentContext } from '../content-context.js';
import type { DocumentIds } from '../reading/document-ids.js';
import { expandLayout } from '../reading/page.presenter.js';

export interface ChangesPresentation {
  context: ContentContext;
  documentIds: DocumentIds;
  signedUrls: SignedUrls;
}

/** A difference between two contents as the contract's list of changes: pages, files, variables, reusable contents, tags. */
export function presentChanges(diff: ContentDiff, view: ChangesPresentation): object[] {
  const variables =
    Object.keys(diff.variables).length > 0 ? [{ type: 'variables_edited', variables: diff.variables }] : [];
  return [
    ...diff.pages.map((change) => presentPageChange(change, view)),
    ...diff.files.map((change) => presentFileChange(change, view)),
    ...variables,
    ...diff.reusableContents.map((change) => presentReusableContentChange(change, view)),
    ...diff.tags.map(presentTagChange),
  ];
}

function presentPageChange(change: PageChange, view: ChangesPresentation): object {
  switch (change.type) {
    case 'page_created':
    case 'page_deleted':
      return { type: change.type, page: changedPage(change.page) };
    case 'page_moved': {
      const { before, after } = change.parent;
      const parent = {
        ...(before ? { before: changedPage(before) } : {}),
        ...(after ? { after: changedPage(after) } : {}),
      };
      return { type: change.type, page: changedPage(change.after), parent };
    }
    case 'page_edited': {
      const document = change.document && documentChange(change.document, idsOf(view));
      const attributes = { ...pageAttributes(change.fields), ...(document ? { document } : {}) };
      return { type: change.type, page: changedPage(change.after), attributes };
    }
  }
}

function pageAttributes(fields: Record<string, FieldChange>): Record<string, FieldChange> {
  const entries = Object.entries(fields).map(([name, change]): [string, FieldChange] => [
    name,
    name === 'layout' ? expanded(change) : change,
  ]);
  return Object.fromEntries(entries);
}

function expanded({ before, after }: FieldChange): FieldChange {
  return { before: expandLayout(before) as unknown as Json, after: expandLayout(after) as unknown as Json };
}

/** The page as an entry of lists of changes. */
export function changedPage({ id, type, title, path }: LocatedPage) {
  return { id, type, title, path };
}

function presentFileChange(
  { before, after }: { before?: FileRecord; after?: FileRecord },
  view: ChangesPresentation,
) {
  const show = (file: FileRecord) => {
    const { id, name, contentType, downloadURL } = presentFile(
      file,
      view.context.organizationId,
      view.signedUrls,
      false,
    );
    return { id, name, contentType, downloadURL };
  };
  if (!after) return { type: 'file_deleted', file: show(before!) };
  if (!before) return { type: 'file_created', file: show(after) };
  const attributes: Record<string, object> = {};
  for (const name of ['name', 'size', 'contentType', 'dimensions'] as const) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      attributes[name] = { before: before[name], after: after[name] };
  }
  if (before.blob !== after.blob)
    attributes['downloadURL'] = { before: show(before).downloadURL, after: show(after).downloadURL };
  return { type: 'file_edited', file: show(after), attributes };
}

function presentReusableContentChange(
  { before, after }: { before?: ReusableContent; after?: ReusableContent },
  view: ChangesPresentation,
) {
  const show = ({ id, title, document }: ReusableContent) => ({
    id,
    title,
    ...(document === null ? {} : { document: view.documentIds.encode(view.context.spaceId, document) }),
  });
  if (!after) return { type: 'reusable_content_deleted', reusableContent: show(before!) };
  if (!before) return { type: 'reusable_content_created', reusableContent: show(after) };
  const attributes = {
    ...(before.title !== after.title ? { title: { before: before.title, after: after.title } } : {}),
    ...(before.document !== after.document
      ? { document: documentChange({ before: before.document, after: after.document }, idsOf(view)) }
      : {}),
  };
  return { type: 'reusable_content_edited', reusableContent: show(after), attributes };
}

function presentTagChange({ before, after }: EntryChange<ContentTag>): object {
  const show = ({ slug, label }: ContentTag) => ({ slug, label });
  if (!after) return { type: 'tag_deleted', tag: show(before!) };
  if (!before) return { type: 'tag_created', tag: show(after) };
  const attributes = TAG_ATTRIBUTES.filter((name) => before[name] !== after[name]).map((name) => [
    name,
    { before: before[name], after: after[name] },
  ]);
  return { type: 'tag_edited', tag: show(after), attributes: Object.fromEntries(attributes) as object };
}

/** The contract names the label only. */
const TAG_ATTRIBUTES = ['label', 'color', 'emoji', 'icon'] as const;

/** The ids that a document has on both sides; a side without one has no member. */
export function documentChange(
  change: { before: string | null; after: string | null },
  { spaceId, documentIds }: { spaceId: string; documentIds: DocumentIds },
): { before?: string; after?: string } {
  return {
    ...(change.before === null ? {} : { before: documentIds.encode(spaceId, change.before) }),
    ...(change.after === null ? {} : { after: documentIds.encode(spaceId, change.after) }),
  };
}

function idsOf({ context: { spaceId }, documentIds }: ChangesPresentation) {
  return { spaceId, documentIds };
}
