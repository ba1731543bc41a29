import { nodesDigest } from '../block-digest.js';
import type { DocumentBlock, DocumentInline } from '../document.types.js';
import { isContentRef } from '../content-ref.js';
import { formatContentRef } from './content-ref-text.js';
import type { SerializeContext } from './markdown.types.js';

/** What one conversion to Markdown carries along: how references are written, and the footnotes met so far. */
export class SerializeState {
  /** Footnotes in the order of their first reference. */
  readonly notes: { label: string; body: DocumentBlock[] }[] = [];
  /** Tags in whose attributes there are line breaks. */
  readonly tagsOfManyLines = new Set<string>();
  private readonly byLabel = new Map<string, string>();
  private next = 1;

  constructor(private readonly context: SerializeContext) {}

  /** The written form of a reference. */
  address(ref: unknown): string {
    if (!isContentRef(ref)) return '';
    return ref.kind === 'url' ? ref.url : (this.context.formatRef?.(ref) ?? formatContentRef(ref));
  }

  /** The label of the footnote that holds the body of an annotation: the wanted one, unless it means another body. */
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

  /** Runs `write`; when it gives up (undefined), the footnotes it met are forgotten. */
  attempt(write: () => string | undefined): string | undefined {
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
