import type { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { api } from '../../api.js';
import { schema } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { isMatch, LinkTargets, type Target } from './link-targets.js';
import { typedMenu } from './slash-menu.js';

/** Milliseconds without a key before people are looked for. */
const PAUSE = 150;
const MOST = 6;

/** The menu of people and pages that opens after an `@` at the beginning of a line or after a space. */
export function mentionMenu(context: PageContext): Plugin {
  const search = new MentionSearch(context);
  return typedMenu('@', 'People and pages', (query, redraw) =>
    search.find(query, redraw).map((target) => ({ ...target, run: (view) => mention(view, target) })),
  );
}

function mention(view: EditorView, { ref }: Target): void {
  const tr = view.state.tr.replaceSelectionWith(schema.nodes['mention']!.create({ data: { ref } }), false);
  view.dispatch(tr.insertText(' ').scrollIntoView());
}

class MentionSearch {
  private pages: Target[] = [];
  /** People by the words that they were looked for with. */
  private readonly people = new Map<string, Target[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly context: PageContext) {}

  find(query: string, redraw: () => void): Target[] {
    clearTimeout(this.timer);
    const isKnown = this.people.has(query);
    if (!isKnown && !this.isHopeless(query))
      this.timer = setTimeout(() => void this.ask(query).then(redraw), PAUSE);
    const known = this.people.get(query) ?? [...this.people.values()].flat();
    const people = new Map(known.filter((one) => isMatch(one, query)).map((one) => [one.detail, one]));
    const pages = this.pages.filter((page) => isMatch(page, query));
    return [...[...people.values()].slice(0, MOST), ...pages.slice(0, MOST)];
  }

  /** True for words that go on from words for which there is nobody: the person writes about something else. */
  private isHopeless(query: string): boolean {
    return [...this.people].some(([words, found]) => found.length === 0 && query.startsWith(words));
  }

  private async ask(search: string): Promise<void> {
    const { context } = this;
    const isFirst = this.people.size === 0;
    const [{ items }, pages] = await Promise.all([
      api<{ items: { id: string; displayName: string; email: string }[] }>(
        `/spaces/${context.place.space}/readers`,
        { query: { search, limit: MOST } },
      ).catch(() => ({ items: [] })),
      isFirst ? new LinkTargets(context).pages() : this.pages,
    ]);
    this.pages = pages.map((page) => ({ ...page, hasMore: false }));
    const people = items.map(({ id, displayName, email }) => ({
      title: displayName,
      detail: email,
      ref: { kind: 'user', user: id },
    }));
    this.people.set(search, people);
  }
}
