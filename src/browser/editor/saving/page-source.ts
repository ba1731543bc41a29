import type { JSONDocument } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import { documentText, toDocument, toEditor } from '../document/index.js';
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

interface PageResource {
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

/** Reads a page, and the revision that it is of. @throws ApiError, Unreachable */
export async function loadPage(place: EditedPlace, page: string): Promise<LoadedPage> {
  // The revision is read first: if the content moves between both reads, the page is newer than the revision says, which
  // the merge on the server bears.
  const revision = await loadRevision(place);
  const resource = await api<PageResource>(`${contentPath(place)}/page/${page}`, {
    query: { format: 'document' },
  });
  return { content: contentOf(resource), revision };
}

async function loadRevision(place: EditedPlace): Promise<string> {
  const { space, changeRequest } = place;
  const path = changeRequest === null ? '' : `/change-requests/${changeRequest}`;
  return (await api<{ revision: string }>(`/spaces/${space}${path}`)).revision;
}

/** Without what the server derives, so that documents compare as they are stored. */
function contentOf({ title, description = '', document }: PageResource): PageContent {
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
  page: string,
  base: { content: PageContent; revision: string },
  mine: PageContent,
  options: { keepalive?: boolean } = {},
): Promise<SavedPage> {
  const { title, description, document } = base.content;
  const change = {
    operation: 'update_page',
    page,
    ...(mine.title === title ? {} : { title: mine.title }),
    ...(mine.description === description ? {} : { description: mine.description || null }),
  };
  const fields = JSON.stringify(change).slice(0, -1);
  const text = mine.document === document ? '' : `,"document":{"document":${documentText(mine.document)}}`;
  const revision = JSON.stringify(base.revision);
  return api<SavedPage>(contentPath(place), {
    method: 'POST',
    query: { compat: false },
    // The browser hands a blob on as it is; it reads through a long string first, which a key press waits for.
    data: new Blob([`{"changes":[${fields}${text}}],"revision":${revision},"autosave":true}`]),
    headers: { 'Content-Type': 'application/json' },
    keepalive: options.keepalive,
  });
}

/** Opens a change request for what a person begins to write in a locked space. */
export async function openChangeRequest(space: string): Promise<{ number: number }> {
  return api(`/spaces/${space}/change-requests`, { method: 'POST', body: {} });
}
