import type { DocumentBlock, DocumentMark, DocumentNode } from '../document.types.js';
import { fragment, inline, voidInline } from '../document-nodes.js';
import { defaultLabel } from './content-ref-text.js';
import type { HtmlAttributes } from './html-tag.js';
import type { ParseState } from './parse-state.js';

/**
 * A part of a line, from Markdown or from HTML. Both readers produce phrases, so that `**a**` and `<strong>a</strong>`
 * always give the same result.
 */
export type Phrase =
  | { type: 'text'; value: string }
  | { type: 'mark'; mark: DocumentMark; children: Phrase[] }
  | { type: 'code'; value: string }
  | {
      type: 'element';
      name: string;
      attributes: HtmlAttributes;
      open: string;
      close: string;
      children: Phrase[];
    }
  | { type: 'raw'; source: string }
  | { type: 'image'; url: string; alt?: string; title?: string }
  | { type: 'link'; url: string; title?: string; literal: boolean; children: Phrase[] }
  | { type: 'math'; formula: string }
  | { type: 'expression'; expression: string }
  | { type: 'emoji'; code: string }
  | { type: 'footnote'; identifier: string; label: string };

/** Text of a list of phrases with line breaks, without images and raw source. */
export function phraseText(phrases: Phrase[]): string {
  let text = '';
  for (const phrase of phrases) {
    if (phrase.type === 'text' || phrase.type === 'code') text += phrase.value;
    else if (phrase.type === 'element' && phrase.name === 'br') text += '\n';
    else if ('children' in phrase) text += phraseText(phrase.children);
  }
  return text;
}

/** True when `phraseText` contains the whole content. */
export function isPlain(phrases: Phrase[]): boolean {
  return phrases.every(
    (phrase) => phrase.type === 'text' || (phrase.type === 'element' && phrase.name === 'br'),
  );
}

/** The context in which phrases become nodes. */
export interface PhraseScope {
  state: ParseState;
  /** Blocks of a footnote; undefined for an unknown footnote, or when no further copy is allowed. */
  footnoteBody(identifier: string): DocumentBlock[] | undefined;
  /** True inside a link, where a plain address does not become a link. */
  inLink: boolean;
  convert(phrases: Phrase[], marks: DocumentMark[], scope: PhraseScope): DocumentNode[];
}

/** A mention shows the title of its target; other words are kept beside it. */
export function mention(ref: unknown, url: string, text: string): DocumentNode {
  return voidInline('mention', { ref, ...(text !== defaultLabel(url) && text !== '' && { text }) });
}

/** The beginning of the address of a footnote, before its label. */
export const NOTE = '#user-content-fn-';

/** An annotation: the annotated words, and its body. */
export function annotation(nodes: DocumentNode[], body: DocumentBlock[]): DocumentNode {
  return { ...inline('annotation', {}, nodes), fragments: [fragment({ type: 'annotation-body' }, body)] };
}
