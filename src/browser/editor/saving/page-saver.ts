import { ApiError, Unreachable } from '../../api.js';
import type { EditedText } from '../edited-text.js';
import type { UnreadMarkdown } from '../markdown/apply-markdown.js';
import type { BlockConflict } from '../document/merge-documents.js';
import { mergeDocuments } from '../document/merge-documents.js';
import { isEqual } from '../document/index.js';
import { type Draft, type PageContent, readDraft, removeDraft, writeDraft } from './drafts.js';
import type { SaveState } from './save-state.js';
import { DRAFT, SAVE, waitAfterKey } from './timing.js';
import { type EditedPlace, type LoadedPage, loadPage, openChangeRequest, savePage } from './page-source.js';

export interface PageSaverOptions {
  place: EditedPlace;
  text: EditedText;
  /**
   * Brings into the editor what was typed as Markdown, before it is saved. Answers blocks that others changed too.
   * @throws ApiError, Unreachable
   */
  prepare: () => Promise<BlockConflict[]>;
  /** Markdown that is not in the editor yet. */
  unread: () => UnreadMarkdown | undefined;
  /** The content of the editor as it is now. */
  read: () => PageContent;
  /** Brings content that others wrote into the editor, without moving the cursor. */
  show: (content: PageContent) => void;
  onState: (state: SaveState) => void;
  /** The first edit has opened a change request, which is edited from now on. */
  onPlace: (place: EditedPlace) => void;
}

export interface OpenedPage {
  saver: PageSaver;
  content: PageContent;
  /** When the person wrote what an earlier visit did not save. */
  restored: Date | null;
  markdown?: UnreadMarkdown;
}

const RETRY_FIRST = 1000;
const RETRY_LAST = 30_000;

/**
 * Saves a page while a person writes. What is not on the server yet is in the browser's database within a blink, and
 * what others write meanwhile is merged block by block.
 */
export class PageSaver {
  place: EditedPlace;
  private base: LoadedPage;
  private opensChangeRequest: boolean;
  private isDirty = false;
  private dirtySince = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private draftSince: number | null = null;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private opening: Promise<void> | null = null;
  private retryIn = RETRY_FIRST;
  private state: SaveState = { kind: 'saved', at: null };

  private constructor(
    private readonly options: PageSaverOptions,
    loaded: LoadedPage,
  ) {
    this.place = options.place;
    this.opensChangeRequest = options.text.opensChangeRequest;
    this.base = loaded;
  }

  /**
   * Reads the page, and what the person wrote there and did not save.
   * @returns the content to begin with, and when it was written if it is restored.
   */
  static async open(options: PageSaverOptions): Promise<OpenedPage> {
    const loaded = await loadPage(options.place, options.text);
    const saver = new PageSaver(options, loaded);
    const draft = await readDraft(saver.draftKey);
    if (!draft || (!draft.markdown && isEqual(draft.mine, loaded.content)))
      return { saver, content: loaded.content, restored: null };
    const merged = saver.merge(draft.base, draft.mine, loaded.content);
    return { saver, content: merged, restored: new Date(draft.at), markdown: draft.markdown };
  }

  /** The person changed something. */
  touch(): void {
    if (!this.isDirty) this.dirtySince = Date.now();
    this.isDirty = true;
    if (this.state.kind === 'saved') this.say({ kind: 'unsaved' });
    this.draftSince ??= Date.now();
    clearTimeout(this.draftTimer);
    const wait = waitAfterKey(this.draftSince, DRAFT);
    this.draftTimer = setTimeout(() => void this.keepDraft(), wait);
    this.schedule();
  }

  /** Tries to save at once, as before leaving the page. */
  async flush(options: { keepalive?: boolean } = {}): Promise<void> {
    clearTimeout(this.timer);
    if (this.running) await this.running;
    if (this.isDirty && this.state.kind !== 'conflict') await this.run(options);
  }

  /** True while the server lacks something that the person wrote. */
  get isPending(): boolean {
    return this.isDirty || this.running !== null;
  }

  /** True when the person has to sign in before anything is saved. The text is in the browser's database. */
  get isSignedOut(): boolean {
    return this.state.kind === 'signed-out';
  }

  /** The place for other changes of the person; opens a change request where the space is locked. @throws ApiError, Unreachable */
  async writablePlace(): Promise<EditedPlace> {
    if (this.running) await this.running;
    if (this.opensChangeRequest) await this.openRequest();
    return this.place;
  }

  get revision(): string {
    return this.base.revision;
  }

  /** Brings in what others wrote. Call it when the page has changed, and not by a save of this editor. */
  async pull(): Promise<void> {
    if (this.running || this.state.kind === 'conflict') return;
    await (this.running = this.bringIn().finally(() => {
      this.running = null;
    }));
    if (this.isDirty) this.schedule();
  }

  private async bringIn(): Promise<void> {
    const loaded = await loadPage(this.place, this.options.text);
    const mine = this.options.read();
    const merged = this.merge(this.base.content, mine, loaded.content);
    this.base = loaded;
    if (!isEqual(merged, mine)) this.options.show(merged);
  }

  /** The person chose one of both versions of each conflict, or wrote a third: what the editor shows now is saved. */
  resolve(): void {
    if (this.state.kind !== 'conflict') return;
    this.isDirty = true;
    this.say({ kind: 'unsaved' });
    this.schedule(0);
  }

  /** A conflict waits for the person: to save would overwrite what others wrote. */
  private schedule(wait = waitAfterKey(this.dirtySince, SAVE)): void {
    clearTimeout(this.timer);
    if (this.state.kind === 'conflict') return;
    this.timer = setTimeout(() => void this.run(), wait);
  }

  private run(options: { keepalive?: boolean } = {}): Promise<void> {
    return (this.running ??= this.save(options).finally(() => {
      this.running = null;
    }));
  }

  private async save(options: { keepalive?: boolean }): Promise<void> {
    this.isDirty = false;
    try {
      const conflicts = await this.options.prepare();
      if (conflicts.length > 0) {
        this.isDirty = true;
        return this.say({ kind: 'conflict', conflicts });
      }
      const mine = this.options.read();
      if (isEqual(mine, this.base.content)) return this.isDirty ? this.schedule() : await this.saved();
      this.say({ kind: 'saving' });
      if (this.opensChangeRequest) await this.openRequest();
      const sent = sameWhereEqual(mine, this.base.content);
      const { revision, merged } = await savePage(this.place, this.options.text, this.base, sent, options);
      this.base = { content: mine, revision };
      this.retryIn = RETRY_FIRST;
      if (merged) await this.bringIn();
      if (this.isDirty) this.schedule();
      else await this.saved();
    } catch (error) {
      this.isDirty = true;
      await this.handle(error);
    }
  }

  private async saved(): Promise<void> {
    this.isDirty = false;
    this.say({ kind: 'saved', at: new Date() });
    clearTimeout(this.draftTimer);
    this.draftSince = null;
    await removeDraft(this.draftKey);
  }

  private async handle(error: unknown): Promise<void> {
    if (error instanceof Unreachable || (error instanceof ApiError && isPassing(error.status))) {
      this.say({ kind: 'offline' });
      const wait =
        error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : this.retryIn;
      this.retryIn = Math.min(RETRY_LAST, this.retryIn * 2);
      return this.schedule(wait);
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return this.say({ kind: 'signed-out' });
    if (error.status === 409) return this.meet();
    this.say({ kind: 'refused', message: error.message });
  }

  /** Merges what others wrote with what the person wrote, after the server found that both changed one block. */
  private async meet(): Promise<void> {
    try {
      const loaded = await loadPage(this.place, this.options.text);
      const mine = this.options.read();
      const { conflicts, ...merged } = this.mergeWith(this.base.content, mine, loaded.content);
      this.base = loaded;
      if (!isEqual(merged, mine)) this.options.show(merged);
      if (conflicts.length > 0) this.say({ kind: 'conflict', conflicts });
      else this.schedule(0);
    } catch (error) {
      await this.handle(error);
    }
  }

  private merge(base: PageContent, mine: PageContent, theirs: PageContent): PageContent {
    const { conflicts, ...merged } = this.mergeWith(base, mine, theirs);
    if (conflicts.length > 0) {
      this.isDirty = true;
      this.say({ kind: 'conflict', conflicts });
    } else if (!isEqual(merged, theirs)) this.touchSoon();
    return merged;
  }

  private mergeWith(
    base: PageContent,
    mine: PageContent,
    theirs: PageContent,
  ): PageContent & { conflicts: BlockConflict[] } {
    const { document, conflicts } = mergeDocuments(base.document, mine.document, theirs.document);
    const field = (name: 'title' | 'description') => (mine[name] === base[name] ? theirs[name] : mine[name]);
    return { title: field('title'), description: field('description'), document, conflicts };
  }

  private touchSoon(): void {
    this.isDirty = true;
    this.dirtySince = Date.now();
    this.say({ kind: 'unsaved' });
    this.schedule();
  }

  /** A save and an upload that begin together open one change request. */
  private openRequest(): Promise<void> {
    return (this.opening ??= this.moveToRequest().finally(() => {
      this.opening = null;
    }));
  }

  private async moveToRequest(): Promise<void> {
    const oldKey = this.draftKey;
    const { number } = await openChangeRequest(this.place.space);
    this.opensChangeRequest = false;
    this.place = { ...this.place, changeRequest: number };
    this.options.onPlace(this.place);
    await this.keepDraft();
    await removeDraft(oldKey);
  }

  private keepDraft(): Promise<void> {
    clearTimeout(this.draftTimer);
    this.draftSince = null;
    const { content, revision } = this.base;
    const { read, unread } = this.options;
    const draft: Draft = { base: content, revision, mine: read(), markdown: unread(), at: Date.now() };
    return writeDraft(this.draftKey, draft);
  }

  private get draftKey(): string {
    const { user, id } = this.options.text;
    return [user, this.place.space, this.place.changeRequest ?? 'live', id].join('/');
  }

  private say(state: SaveState): void {
    this.state = state;
    if (state.kind === 'conflict') clearTimeout(this.timer);
    this.options.onState(state);
  }
}

/** The same document object where nothing changed, so that a save sends only what did. */
function sameWhereEqual(mine: PageContent, base: PageContent): PageContent {
  return isEqual(mine.document, base.document) ? { ...mine, document: base.document } : mine;
}

/** Errors of a server that is starting, busy or away. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
