import type { ContentRef } from '../document.types.js';
import type { MarkdownWarning, PageMeta } from '../markdown/markdown.types.js';
import type { PackedDocument } from './packed-document.js';

/** How an address is used: as the members of `ParseContext` tell them apart. */
export type AddressKind = 'link' | 'file' | 'include';

/** What the caller's resolvers answered, for they cannot come along into a thread. */
export type KnownAddresses = Record<AddressKind, Map<string, ContentRef | undefined>>;

export interface ParseTask {
  type: 'parse-page' | 'parse-markdown';
  markdown: string;
  file?: string;
  known: KnownAddresses;
}

export interface WriteTask {
  type: 'serialize-page' | 'serialize-markdown';
  meta: PageMeta;
  document: PackedDocument;
  /** How references are written, by what `refKey` makes of them. */
  known: Map<string, string | undefined>;
}

export interface ParseAnswer {
  meta: PageMeta;
  document: PackedDocument;
  warnings: MarkdownWarning[];
  /** What the text named and nobody had told of, in the order of the text. */
  asked: [AddressKind, string][];
}

export interface WriteAnswer {
  markdown: string;
  asked: ContentRef[];
}

export function refKey(ref: ContentRef): string {
  return JSON.stringify(ref);
}
