import type { JSONDocument } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import { documentText, toDocument, toEditor } from '../document/index.js';
import type { EditedText } from '../edited-text.js';
import type { PageContent } from './drafts.js';

/** The content that is edited: that of a space, or of one of its change requests. */
export interface EditedPlace {
  space: string;
  /** Number of the change request; null for the content of the space. */
  changeRequest: number | null;
}

export interface LoadedPage {
  content: PageContent;
  revision: string;
}

/** A person who has the page open. */
export interface Presence {
  user: { id: string; displayName: string };
  /** Key of the block with the cursor. */
  block?: string;
}

interface TextResource {
  title: string;
  description?: string;
  document: JSONDocument;
}

/** Path of the content of a place, below `/v1`. */
export function contentPath({ space, changeRequest }: EditedPlace): string {
  return changeRequest === null
    ? `/spaces/${space}/content`
    : `/spaces/${space}/change-requests/${changeRequest}/content`;
}

/** Path of a text in the content of a place, below `/v1`. */
export function textPath(place: EditedPlace, { kind, id }: EditedText): string {
  return `${contentPath(place)}/${kind === 'page' ? 'page' : 'reusable-contents'}/${id}`;
}

/** Reads a text, and the revision that it is of. @throws ApiError, Unreachable */
export async function loadPage(place: EditedPlace, text: EditedText): Promise<LoadedPage> {
  // The revision is read first: if the content moves between both reads, the text is newer than the revision says, which
  // the merge on the server bears.
  const revision = await loadRevision(place);
  const path = textPath(place, text);
  const resource =
    text.kind === 'page'
      ? await api<TextResource>(path, { query: { format: 'document' } })
      : await loadReusable(place, path);
  return { content: contentOf(resource), revision };
}

async function loadReusable({ space }: EditedPlace, path: string): Promise<TextResource> {
  const { title, document } = await api<{ title: string; document?: string }>(path);
  if (document === undefined) return { title, document: { object: 'document', data: {}, nodes: [] } };
  return { title, document: await api<JSONDocument>(`/spaces/${space}/documents/${document}`) };
}

async function loadRevision(place: EditedPlace): Promise<string> {
  const { space, changeRequest } = place;
  const path = changeRequest === null ? '' : `/change-requests/${changeRequest}`;
  return (await api<{ revision: string }>(`/spaces/${space}${path}`)).revision;
}

/** Without what the server derives, so that documents compare as they are stored. */
function contentOf({ title, description = '', document }: TextResource): PageContent {
  return { title, description, document: toDocument(toEditor(document)) };
}

export interface SavedPage {
  revision: string;
  /** True if the server has merged it with what others wrote. */
  merged?: boolean;
}

/** Writes what changed since `base`. @throws ApiError, Unreachable */
export async function savePage(
  place: EditedPlace,
  { kind, id }: EditedText,
  base: { content: PageContent; revision: string },
  mine: PageContent,
  options: { keepalive?: boolean } = {},
): Promise<SavedPage> {
  const { title, description, document } = base.content;
  const change = {
    ...(kind === 'page'
      ? { operation: 'update_page', page: id }
      : { operation: 'update_reusable_content', reusableContent: id }),
    ...(mine.title === title ? {} : { title: mine.title }),
    ...(mine.description === description ? {} : { description: mine.description || null }),
  };
  const fields = JSON.stringify(change).slice(0, -1);
  const words = mine.document === document ? '' : `,"document":{"document":${documentText(mine.document)}}`;
  const revision = JSON.stringify(base.revision);
  return api<SavedPage>(contentPath(place), {
    method: 'POST',
    query: { compat: false },
    // The browser hands a blob on as it is; it reads through a long string first, which a key press waits for.
    data: new Blob([`{"changes":[${fields}${words}}],"revision":${revision},"autosave":true}`]),
    headers: { 'Content-Type': 'application/json' },
    keepalive: options.keepalive,
  });
}

/** Opens a change request for what a person begins to write in a locked space. */
export async function openChangeRequest(space: string): Promise<{ number: number }> {
  return api(`/spaces/${space}/change-requests`, { method: 'POST', body: {} });
}
