import type { EditorView } from 'prosemirror-view';
import type { Quote } from '#modules/comments/browser.js';
import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';
import { openCommentForm } from './comment-form.js';
import { marksOf, type OpenThread } from './marks-of.js';
import { showThreads } from './thread-marks.js';

/** Threads of a page that are marked. */
const MOST = 100;
/** While a person writes, the server is asked no more often. */
const PAUSE = 30_000;

interface Comment {
  id: string;
  postedBy: { displayName: string };
  target: { node?: { id: string }; quote?: Quote };
}

/** The open threads of the page: shows where they are, and begins new ones. */
export class PageThreads {
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: EditorView,
    private readonly context: PageContext,
    private readonly page: string,
  ) {
    context.comment = () =>
      openCommentForm(view, { post: (body) => this.post(body), save: () => context.flush() });
    void this.ask();
  }

  /** Reads the threads again, as after a save: at once or when the last answer is old enough. */
  refresh(): void {
    this.timer ??= setTimeout(() => void this.ask(), Math.max(0, this.asked + PAUSE - Date.now()));
  }

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.asked = Date.now();
    const query = { status: 'open', targetPage: this.page, limit: MOST };
    // Without an answer, the marks stay as they are.
    const answer = await api<{ items: Comment[] }>(this.path, { query }).catch(() => null);
    if (!answer || this.view.isDestroyed) return;
    const threads = answer.items.flatMap(({ id, postedBy, target }): OpenThread[] =>
      target.node
        ? [{ href: this.hrefOf(id), by: postedBy.displayName, node: target.node.id, quote: target.quote }]
        : [],
    );
    showThreads(this.view, marksOf(this.view.state.doc, threads));
  }

  private async post(body: object): Promise<void> {
    await api(this.path, { method: 'POST', body: { page: this.page, ...body } });
    await this.ask();
  }

  private get path(): string {
    return this.context.contentPath.replace(/\/content$/, '/comments');
  }

  /** Address of a thread where it is discussed. */
  private hrefOf(id: string): string {
    const isLive = this.context.place.changeRequest === null;
    return `${this.context.appPath(isLive ? 'comments' : 'review')}#c-${id}`;
  }
}
