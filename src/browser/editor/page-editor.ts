import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { toDocument, toEditor } from './document/index.js';
import { reconcile } from './document/reconcile.js';
import { keymaps } from './editing/keymap.js';
import { keysPlugin } from './editing/keys.js';
import { markdownRules } from './editing/input-rules.js';
import { longPage } from './editing/long-page.js';
import { placeholder } from './editing/placeholder.js';
import { typing } from './editing/typing.js';
import { EditorBar } from './editor-bar.js';
import { FindBar } from './find/find-bar.js';
import { MarkdownView } from './markdown/markdown-view.js';
import { PageViewSwitch } from './markdown/page-view-switch.js';
import { menuPlugins } from './menus/menus.js';
import { ConflictList } from './saving/conflict-list.js';
import type { PageContent } from './saving/drafts.js';
import { PageSaver } from './saving/page-saver.js';
import type { SaveState } from './saving/save-state.js';
import { PageOutline } from './outline/page-outline.js';
import { PresencePoll } from './saving/presence-poll.js';
import type { EditedText } from './edited-text.js';
import { mountPageTree } from './tree/page-tree.js';
import { TreeStore } from './tree/tree-store.js';
import { base } from '../api.js';
import { loadPart } from './load-part.js';
import { PageThreads } from './threads/page-threads.js';
import { TitleFields } from './title-fields.js';
import { nodeViews, viewPlugins } from './views/node-views.js';
import { PageContext } from './page-context.js';

/** The editor of a page, or of a reusable content: its title and description, its text, and the bar that says whether they are saved. */
export class PageEditor {
  private threads: PageThreads | undefined;

  private constructor(
    private readonly view: EditorView,
    private readonly titles: TitleFields,
    private readonly saver: PageSaver,
    private readonly bar: EditorBar,
    private readonly conflicts: ConflictList,
    private readonly markdown: MarkdownView,
  ) {}

  /** Puts the editor in place of what the element holds. @throws ApiError, Unreachable */
  static async open(element: HTMLElement, edited: EditedText): Promise<PageEditor> {
    const { space, changeRequest } = edited;
    const bar = new EditorBar();
    let editor: PageEditor | undefined;
    let early: SaveState | undefined;
    const opened = await PageSaver.open({
      place: { space, changeRequest },
      text: edited,
      prepare: async () => editor?.markdown.read() ?? [],
      unread: () => editor?.markdown.unread,
      read: () => editor!.content,
      show: (shown) => editor!.show(shown),
      onState: (state) => (editor ? editor.say(state) : (early = state)),
      onPlace: (place) => bar.moveTo(place),
    });
    const { saver, content, restored, markdown } = opened;
    const context = new PageContext(edited, saver);
    const titles = new TitleFields(content, edited.kind, () => saver.touch());
    const surface = document.createElement('div');
    const find = new FindBar();
    const outline = new PageOutline();
    const plugins = [...find.plugins, outline.plugin, ...menuPlugins(context), ...viewPlugins(context)];
    const view = createView(surface, content, plugins, context, (transaction) => {
      if (transaction.getMeta('isMarkdown') === true) return;
      if (transaction.getMeta('isRemote') !== true) saver.touch();
      editor?.markdown.follow();
    });
    titles.onLeave = () => view.focus();
    const conflicts = new ConflictList(view, () => saver.resolve());
    surface.addEventListener('editor-notice', (event) => bar.notice(String((event as CustomEvent).detail)));
    find.attach(surface, bar);
    const source = new MarkdownView(view, context, () => saver.touch());
    const views = new PageViewSwitch(view, source, bar, () => saver.flush());
    views.onSwitch = (isMarkdown) => {
      find.setAvailable(!isMarkdown);
      outline.setMarkdown(isMarkdown);
    };
    element.replaceChildren(titles.element, conflicts.element, outline.element, surface, source.element);
    editor = new PageEditor(view, titles, saver, bar, conflicts, source);
    if (markdown) views.restore(markdown, () => saver.touch());
    if (early) editor.say(early);
    if (restored) bar.notice(`Your text of ${restored.toLocaleString()} was not saved; it is here again.`);
    titles.onSettings = editor.mountTree(context, edited);
    new PresencePoll(saver, view, edited, bar).start();
    editor.guard();
    if (content.title === '' || content.title === 'Untitled') titles.focus();
    element.dataset['ready'] = '';
    if (edited.kind === 'page') editor.threads = new PageThreads(view, context, edited.id);
    return editor;
  }

  /** Puts the tree beside the page, and answers what opens the settings of the page. */
  private mountTree(context: PageContext, { kind, id }: EditedText): () => void {
    const { saver, bar } = this;
    const store = new TreeStore(context);
    const current = kind === 'page' ? id : '';
    const onError = (error: unknown) =>
      bar.notice(error instanceof Error ? error.message : 'The pages could not be changed.');
    const save = async (page: string, changes: Record<string, unknown>) => {
      await store.update(page, changes);
      if (page === current) await saver.pull();
      await tree?.reload();
    };
    const openSettings = async (page: string) => {
      const [dialog] = await Promise.all([loadPart(import('./settings/settings-dialog.js')), saver.flush()]);
      await dialog.openSettings({ context, page, save: (changes) => save(page, changes) });
    };
    const onSettings = (page: string) => void openSettings(page).catch(onError);
    const onOpen = (page: string) => void this.leaveFor(page);
    const tree = mountPageTree({ store, current, onOpen, onSettings, onError });
    return () => onSettings(current);
  }

  /** Opens another page once this one is saved. */
  private async leaveFor(page: string): Promise<void> {
    await this.saver.flush();
    const { space, changeRequest } = this.saver.place;
    const request = changeRequest === null ? '' : `/~/changes/${changeRequest}`;
    location.assign(`${base}/app/s/${space}${request}/~/edit/${page}`);
  }

  private get content(): PageContent {
    return { ...this.titles.value, document: toDocument(this.view.state.doc) };
  }

  private show(content: PageContent): void {
    this.titles.value = content;
    const tr = reconcile(this.view.state.tr, toEditor(content.document));
    this.view.dispatch(tr.setMeta('addToHistory', false).setMeta('isRemote', true));
  }

  private say(state: SaveState): void {
    this.bar.show(state);
    if (state.kind === 'saved') this.threads?.refresh();
    this.conflicts.show(state.kind === 'conflict' ? state.conflicts : []);
  }

  /** The last words reach the server when the page is left, or the browser asks to stay. */
  private guard(): void {
    addEventListener('beforeunload', (event) => {
      if (this.saver.isPending && !this.saver.isSignedOut) event.preventDefault();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.saver.flush({ keepalive: true });
    });
    addEventListener('online', () => void this.saver.flush());
  }
}

function createView(
  place: HTMLElement,
  { document }: PageContent,
  tools: readonly Plugin[],
  context: PageContext,
  onChange: (transaction: Transaction) => void,
): EditorView {
  const plugins: Plugin[] = [
    keysPlugin(),
    markdownRules(),
    ...tools,
    ...keymaps(),
    history(),
    dropCursor({ width: 2, color: false }),
    gapCursor(),
    tableEditing(),
    placeholder(),
    typing(),
    ...longPage(),
  ];
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: toEditor(document), plugins }),
    nodeViews: nodeViews(context),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Text of the page',
      spellcheck: 'true',
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) onChange(transaction);
    },
  });
  return view;
}
