import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { DocumentBlock } from '#modules/documents/browser.js';
import type { PageContext } from '../page-context.js';
import { drawBlock } from './draw-blocks.js';
import { elementOf } from './draw-inline.js';

/** The colours of code blocks, each with the position before it. */
type Colored = { at: number; node: Node; tokens: Token[] }[];

interface Token {
  from: number;
  to: number;
  name: string;
}

/** Milliseconds without a change before code is coloured again. */
const PAUSE = 500;
/** The server may have no time for colours, and has them a moment later. */
const LATER = 2500;
const MOST_TRIES = 3;
/** Longer code is not sent again and again. */
const MOST_LETTERS = 50_000;

const key = new PluginKey<DecorationSet>('code-colors');

/** Shows code in the colours that readers see: the server finds them when the person pauses. */
export function codeColors(context: PageContext): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const set = tr.docChanged ? before.map(tr.mapping, tr.doc) : before;
        const colored = tr.getMeta(key) as Colored | undefined;
        return colored ? withColors(set, tr.doc, colored) : set;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => {
      const painter = new CodePainter(view, context);
      painter.schedule(0);
      return {
        update: (_, { doc }) => doc !== view.state.doc && painter.schedule(PAUSE),
        destroy: () => painter.stop(),
      };
    },
  });
}

function withColors(before: DecorationSet, doc: Node, colored: Colored): DecorationSet {
  return colored.reduce((set, { at, node, tokens }) => {
    const marks = tokens.map(({ from, to, name }) =>
      Decoration.inline(at + 1 + from, at + 1 + to, { class: name }),
    );
    return set.remove(set.find(at, at + node.nodeSize)).add(doc, marks);
  }, before);
}

class CodePainter {
  /** Number of times that the colours of a block were asked for; blocks that are done have the most. */
  private readonly tries = new WeakMap<Node, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: EditorView,
    private readonly context: PageContext,
  ) {}

  schedule(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.paint(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async paint(): Promise<void> {
    const { view, tries } = this;
    // A change of what an input method writes in ends its composition.
    if (view.composing) return this.schedule(PAUSE);
    const asked: Node[] = [];
    view.state.doc.descendants((node) => {
      if (node.type.spec.code && (tries.get(node) ?? 0) < MOST_TRIES) asked.push(node);
      return !node.isTextblock;
    });
    if (asked.length === 0) return;
    const found = new Map<Node, Token[]>();
    await Promise.all(
      asked.map(async (node) => {
        tries.set(node, (tries.get(node) ?? 0) + 1);
        found.set(node, await this.tokensOf(node));
      }),
    );
    if (view.isDestroyed) return;
    const colored: Colored = [];
    view.state.doc.descendants((node, at) => {
      const tokens = found.get(node);
      if (tokens) colored.push({ at, node, tokens });
      return !node.isTextblock;
    });
    view.dispatch(view.state.tr.setMeta(key, colored));
    for (const { node, tokens } of colored) if (tokens.length > 0) tries.set(node, MOST_TRIES);
    if (colored.some(({ node }) => tries.get(node)! < MOST_TRIES)) this.schedule(LATER);
  }

  private async tokensOf(node: Node): Promise<Token[]> {
    const { syntax } = node.attrs['data'] as { syntax?: string };
    // An expression in the code is one place of the editor, as a letter is.
    const text = node.textBetween(0, node.content.size, '\n', '\ufffc');
    const isPlain = !syntax || text.trim() === '' || text.length > MOST_LETTERS;
    const html = isPlain ? null : await drawBlock(this.context, codeOf(text, syntax));
    const code = html === null ? null : elementOf(html).querySelector('pre > code');
    // A block that gets no colours is done.
    if (!code || code.textContent !== text) this.tries.set(node, MOST_TRIES);
    return code?.textContent === text ? tokensIn(code) : [];
  }
}

/** The code alone, without notes at its words. */
function codeOf(text: string, syntax: string): DocumentBlock {
  const nodes = text.split('\n').map((line): DocumentBlock => ({
    ...{ object: 'block', type: 'code-line', isVoid: false, data: {} },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
  }));
  return { object: 'block', type: 'code', isVoid: false, data: { syntax }, nodes };
}

/** The words of drawn code that have a colour, by their places in the text. */
function tokensIn(code: Element): Token[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const tokens: Token[] = [];
  for (let from = 0; walker.nextNode();) {
    const { parentElement, nodeValue } = walker.currentNode;
    const to = from + nodeValue!.length;
    const name = parentElement!.className;
    if (/^t[a-z]$/.test(name)) tokens.push({ from, to, name });
    from = to;
  }
  return tokens;
}
