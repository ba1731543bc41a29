import { nodesDigest } from '../block-digest.js';
import type { DocumentBlock, DocumentInline } from '../document.types.js';
import { isContentRef } from '../content-ref.js';
import { formatContentRef } from './content-ref-text.js';
import type { SerializeContext, Signs } from './markdown.types.js';

/** The signs of the format, where Markdown has several. */
const SIGNS: Signs = { unordered: ['*', '-'], ordered: ['.', ')'], italic: ['_', '*'], bold: ['**'] };

/** The state of one conversion to Markdown: the form of references, and the footnotes so far. */
export class SerializeState {
  /** Footnotes in the order of their first reference. */
  readonly notes: { label: string; body: DocumentBlock[] }[] = [];
  /** Written tags whose attributes contain line breaks. */
  readonly tagsOfManyLines = new Set<string>();
  private readonly byLabel = new Map<string, string>();
  private next = 1;

  constructor(
    private readonly context: SerializeContext,
    readonly signs: Signs = SIGNS,
  ) {}

  /** The written form of a reference. */
  address(ref: unknown): string {
    if (!isContentRef(ref)) return '';
    return ref.kind === 'url' ? ref.url : (this.context.formatRef?.(ref) ?? formatContentRef(ref));
  }

  /** The label of the footnote with the body of an annotation: the wanted one, unless it belongs to another body. */
  note(annotation: DocumentInline, wanted: string | undefined): string {
    const body = annotation.fragments?.[0]?.nodes ?? [];
    const digest = nodesDigest(body);
    if (wanted !== undefined) {
      const known = this.byLabel.get(wanted.toLowerCase());
      if (known === undefined || known === digest) return this.add(wanted, digest, body);
    }
    while (this.byLabel.has(String(this.next))) this.next += 1;
    return this.add(String(this.next), digest, body);
  }

  /** Notes that a label belongs to a body that the text has already. */
  reserve(label: string, body: DocumentBlock[]): void {
    this.byLabel.set(label.toLowerCase(), nodesDigest(body));
  }

  /** Runs `write`; when it answers undefined, its footnotes are removed again. */
  attempt<T = string>(write: () => T | undefined): T | undefined {
    const count = this.notes.length;
    const { next } = this;
    const written = write();
    if (written !== undefined) return written;
    for (const { label } of this.notes.splice(count)) this.byLabel.delete(label.toLowerCase());
    this.next = next;
    return undefined;
  }

  private add(label: string, digest: string, body: DocumentBlock[]): string {
    const known = this.byLabel.get(label.toLowerCase());
    if (known === undefined) {
      this.byLabel.set(label.toLowerCase(), digest);
      this.notes.push({ label, body });
    }
    return label;
  }
}
