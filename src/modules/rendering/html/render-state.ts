import type { ElementContent } from 'hast';
import {
  type DocumentBlock,
  type DocumentInline,
  type DocumentNode,
  plainText,
} from '#modules/documents/index.js';
import type { HighlightLookup } from '../code/highlight.js';
import { plainLines } from '../code/highlight-lines.js';
import { formulaSource, MAX_PAGE_FORMULAS, renderMath } from './math.js';
import { UniqueNames } from './unique-names.js';
import { type InteractionWords, type PageWords, wordsOf } from '#modules/words/index.js';
import type { RenderContext } from '../model/render-context.js';

/** Containers nested deeper show their text only; no real page comes near this depth. */
const MAX_DEPTH = 60;

/** State of one rendering of one document: used ids, collected notes, depth. */
export class RenderState {
  readonly text: PageWords;
  readonly words: InteractionWords;
  /** Allowances that the drawn blocks need in the content security policy of the page. */
  readonly needs: { frames?: boolean; diagrams?: boolean; servers: Set<string>; origins: Set<string> } = {
    servers: new Set(),
    origins: new Set(),
  };
  /** Coloured lines of code; set once all code of the page has been coloured. */
  highlight: HighlightLookup = plainLines;
  /** Bodies of annotations in the order of their occurrence, for the list at the end of the page. */
  readonly notes: { id: string; body: ElementContent[] }[] = [];
  private readonly usedIds = new UniqueNames();
  private formulasLeft = MAX_PAGE_FORMULAS;
  private counter = 0;
  private depth = 0;

  constructor(
    readonly context: RenderContext,
    private readonly renderers: {
      blocks(nodes: readonly DocumentNode[], state: RenderState): ElementContent[];
      inlines(nodes: readonly DocumentNode[], state: RenderState): ElementContent[];
    },
  ) {
    this.text = wordsOf(context.language).page;
    this.words = wordsOf(context.language).interaction;
  }

  blocks(nodes: readonly DocumentNode[]): ElementContent[] {
    return this.guarded(nodes, () => this.renderers.blocks(nodes, this));
  }

  inlines(nodes: readonly DocumentNode[]): ElementContent[] {
    return this.guarded(nodes, () => this.renderers.inlines(nodes, this));
  }

  /** Text of a single paragraph without its element, else the blocks: for cells, captions and summaries. */
  compact(nodes: readonly DocumentBlock[]): ElementContent[] {
    const [only] = nodes;
    if (nodes.length === 1 && only?.type === 'paragraph') return this.inlines(only.nodes ?? []);
    return this.blocks(nodes);
  }

  /** An id that is unique on the page. */
  freshId(prefix: string): string {
    this.counter += 1;
    return `bdy-${prefix}-${this.counter}`;
  }

  /** Anchor of a block, made unique on the page; undefined for a block without one. */
  anchor(block: DocumentBlock | DocumentInline): string | undefined {
    const wanted = ('meta' in block ? block.meta?.id : undefined) ?? block.data?.id;
    if (typeof wanted !== 'string' || wanted === '') return undefined;
    return this.usedIds.take(wanted);
  }

  /** A typeset formula; its source when the page has too many. */
  math(formula: string, display: boolean): ElementContent[] {
    this.formulasLeft -= formula.length;
    return this.formulasLeft < 0 ? [formulaSource(formula)] : renderMath(formula, display);
  }

  private guarded(nodes: readonly DocumentNode[], render: () => ElementContent[]): ElementContent[] {
    if (this.depth >= MAX_DEPTH) return [{ type: 'text', value: plainText(nodes) }];
    this.depth += 1;
    try {
      return render();
    } finally {
      this.depth -= 1;
    }
  }
}
