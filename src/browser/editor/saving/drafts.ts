import type { JSONDocument } from '#modules/documents/browser.js';
import type { UnreadMarkdown } from '../markdown/apply-markdown.js';
import { documentText } from '../document/index.js';

/** The fields of a page that the editor writes beside its document. */
export interface PageFields {
  title: string;
  description: string;
}

export interface PageContent extends PageFields {
  document: JSONDocument;
}

/** Text that the server does not have yet, kept in the browser. */
export interface Draft {
  /** The content that the text was written on, and its revision. */
  base: PageContent;
  revision: string;
  mine: PageContent;
  /** Text typed as Markdown that is not in `mine` yet. */
  markdown?: UnreadMarkdown;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * A draft as the browser keeps it. Contents are JSON: to copy the objects of a long page into the database takes longer
 * than a key press may.
 */
interface StoredDraft extends Omit<Draft, 'base' | 'mine'> {
  base: string;
  mine: string;
}

const STORE = 'drafts';
let opened: Promise<IDBDatabase | null> | undefined;

/** The draft under a key; null where the browser has not kept one. */
export async function readDraft(key: string): Promise<Draft | null> {
  const stored = (await run('readonly', (store) => store.get(key))) as StoredDraft | undefined;
  if (!stored) return null;
  return {
    ...stored,
    base: JSON.parse(stored.base) as PageContent,
    mine: JSON.parse(stored.mine) as PageContent,
  };
}

/** Keeps a draft. It stays when the tab is closed or the browser ends. */
export async function writeDraft(key: string, draft: Draft): Promise<void> {
  const stored: StoredDraft = {
    ...draft,
    base: contentText(draft.base),
    mine: contentText(draft.mine),
  };
  await run('readwrite', (store) => store.put(stored, key));
}

export async function removeDraft(key: string): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
}

function contentText({ document, ...fields }: PageContent): string {
  return `${JSON.stringify(fields).slice(0, -1)},"document":${documentText(document)}}`;
}

async function run(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await (opened ??= open());
  if (!database) return undefined;
  return new Promise((resolve) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => resolve(undefined);
  });
}

/** Private windows of some browsers have no database: the text is then only in the tab. */
function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('bindery', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}
