import type { DocumentBlock, DocumentNode } from '#modules/documents/index.js';
import { asRef } from '../model/document-data.js';
import { resolveImage, resolveLink } from '../model/references.js';
import type { RenderContext, ResolvedRef } from '../model/render-context.js';
import type { PageWords } from '#modules/words/index.js';

/** Context of making a document plain. */
export class PlainState {
  /**
   * @param whole makes the address of a link or an image absolute.
   * @param convert makes nested blocks plain.
   */
  constructor(
    readonly context: RenderContext,
    readonly text: PageWords,
    private readonly whole: (href: string) => string,
    private readonly convert: (nodes: readonly DocumentNode[], state: PlainState) => DocumentBlock[],
  ) {}

  blocks(nodes: readonly DocumentNode[]): DocumentBlock[] {
    return this.convert(nodes, this);
  }

  /** Target of a reference with an absolute address; null if it leads nowhere. */
  link(ref: unknown): ResolvedRef | null {
    const target = resolveLink(ref, this);
    return target && { ...target, href: this.whole(target.href) };
  }

  /** Address of the image of `data`, or null. */
  image(data: Record<string, unknown>): string | null {
    const found = resolveImage(asRef(data.ref), this) ?? resolveImage(asRef(data.refDark), this);
    return found && this.whole(found.url);
  }
}
