import type { ContentRef } from '../document.types.js';
import type { MarkdownWarning, PageMeta, ParseContext } from '../markdown/markdown.types.js';
import type { PackedDocument } from './packed-document.js';

/** How an address is used: as the members of `ParseContext` tell them apart. */
export type AddressKind = 'link' | 'file' | 'include';

/** An address that a text names. */
export type NamedAddress = [AddressKind, string];

/** Says what each of some addresses leads to: the caller's resolvers cannot come along into a thread. */
export type AskAddresses = (asked: NamedAddress[]) => Promise<(ContentRef | undefined)[]>;

export interface ParseTask extends Pick<ParseContext, 'file' | 'title'> {
  type: 'parse-page' | 'parse-markdown';
  markdown: string;
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
}

export interface WriteAnswer {
  markdown: string;
  asked: ContentRef[];
}

export function refKey(ref: ContentRef): string {
  return JSON.stringify(ref);
}
