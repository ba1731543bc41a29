import type { DocumentBlock, DocumentMark, DocumentNode } from '../document.types.js';
import { fragment, inline, voidInline } from '../document-nodes.js';
import { defaultLabel } from './content-ref-text.js';
import type { HtmlAttributes } from './html-tag.js';
import type { ParseState } from './parse-state.js';

/**
 * One piece of a line, whether it was written as Markdown or as HTML. Both readers end here, so that `**a**` and
 * `<strong>a</strong>` cannot drift apart.
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

/** Text of a list of phrases; line breaks stay, images and raw source count as nothing. */
export function phraseText(phrases: Phrase[]): string {
  let text = '';
  for (const phrase of phrases) {
    if (phrase.type === 'text' || phrase.type === 'code') text += phrase.value;
    else if (phrase.type === 'element' && phrase.name === 'br') text += '\n';
    else if ('children' in phrase) text += phraseText(phrase.children);
  }
  return text;
}

/** True when `phraseText` says all there is to say. */
export function isPlain(phrases: Phrase[]): boolean {
  return phrases.every(
    (phrase) => phrase.type === 'text' || (phrase.type === 'element' && phrase.name === 'br'),
  );
}

/** What turning phrases into nodes needs besides the phrases. */
export interface PhraseScope {
  state: ParseState;
  /** Blocks of a footnote; undefined when there is none, or when it may not be copied once more. */
  footnoteBody(identifier: string): DocumentBlock[] | undefined;
  /** Inside a link an address is no link of its own. */
  inLink: boolean;
  convert(phrases: Phrase[], marks: DocumentMark[], scope: PhraseScope): DocumentNode[];
}

/** A mention shows the title of what it refers to; other words are kept beside it. */
export function mention(ref: unknown, url: string, text: string): DocumentNode {
  return voidInline('mention', { ref, ...(text !== defaultLabel(url) && text !== '' && { text }) });
}

/** What the address of a footnote begins with; its label follows. */
export const NOTE = '#user-content-fn-';

/** An annotation: the words it stands on, and its body. */
export function annotation(nodes: DocumentNode[], body: DocumentBlock[]): DocumentNode {
  return { ...inline('annotation', {}, nodes), fragments: [fragment({ type: 'annotation-body' }, body)] };
}
