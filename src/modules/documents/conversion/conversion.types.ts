import { canonicalJson } from '#platform/canonical-json.js';
import type { ContentRef } from '../document.types.js';
import type { MarkdownWarning, PageMeta, ParseContext } from '../markdown/markdown.types.js';
import type { RewriteRequest } from '../source/rewrite-text.js';
import type { PackedDocument } from './packed-document.js';

/** The use of an address, which decides on the resolver of `ParseContext`. */
export type AddressKind = 'link' | 'file' | 'include';

/** An address that a text names. */
export type NamedAddress = [AddressKind, string];

/** Resolves addresses on the side of the caller, because functions cannot be passed to a thread. */
export type AskAddresses = (asked: NamedAddress[]) => Promise<(ContentRef | undefined)[]>;

export interface ParseTask extends Pick<ParseContext, 'file' | 'title'> {
  type: 'parse-page' | 'parse-markdown';
  markdown: string;
}

export interface WriteTask {
  type: 'serialize-page' | 'serialize-markdown';
  meta: PageMeta;
  document: PackedDocument;
  /** The written form of references, by their `refKey`. */
  known: Map<string, string | undefined>;
}

/** A `RewriteRequest` as it is sent to a thread. */
export interface RewriteTask extends Omit<RewriteRequest, 'document'> {
  document: PackedDocument;
  /** The written form of the references of the document, by their `refKey`. */
  formats: Map<string, string | undefined>;
  /** The targets of the written forms. */
  known: [NamedAddress, ContentRef | undefined][];
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

/** The same for equal references, whatever the order of their members: the database does not keep it. */
export function refKey(ref: ContentRef): string {
  return canonicalJson(ref);
}
