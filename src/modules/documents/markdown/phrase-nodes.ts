import type { DocumentMark, DocumentNode } from '../document.types.js';
import { inline, leaf, textNode, voidInline } from '../document-nodes.js';
import { addMark, tidyInlines } from '../inline-text.js';
import { rawInline } from '../raw-source.js';
import { isKnownHtmlName } from './html-names.js';
import { readHtmlTag } from './html-tag.js';
import { elementNodes } from './phrase-elements.js';
import { annotation, mention, NOTE, phraseText, type Phrase, type PhraseScope } from './phrase.js';

/** The inline nodes of a block: texts are merged, and there is at least one. */
export function inlineNodes(phrases: Phrase[], scope: PhraseScope): DocumentNode[] {
  return tidyInlines(phraseNodes(phrases, [], scope));
}

export function phraseNodes(phrases: Phrase[], marks: DocumentMark[], scope: PhraseScope): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let at = 0; at < phrases.length; at += 1) {
    const phrase = phrases[at] as Phrase;
    const annotated = annotatedNodes(phrase, phrases[at + 1], marks, scope);
    if (annotated) at += 1;
    for (const node of annotated ?? onePhrase(phrase, marks, scope)) nodes.push(node);
  }
  return nodes;
}

/** `[words](#user-content-fn-1)[^1]`: annotated words, which link to their footnote. */
function annotatedNodes(
  phrase: Phrase,
  next: Phrase | undefined,
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] | undefined {
  if (phrase.type !== 'link' || next?.type !== 'footnote' || phrase.title !== undefined) return undefined;
  if (phrase.url.toLowerCase() !== `${NOTE}${next.identifier}`.toLowerCase()) return undefined;
  const body = scope.footnoteBody(next.identifier);
  return body && [annotation(tidyInlines(phraseNodes(phrase.children, marks, scope)), body)];
}

function onePhrase(phrase: Phrase, marks: DocumentMark[], scope: PhraseScope): DocumentNode[] {
  switch (phrase.type) {
    case 'text':
      return [textNode(leaf(phrase.value, marks))];
    case 'code':
      return [textNode(leaf(phrase.value, addMark(marks, { object: 'mark', type: 'code' })))];
    case 'mark':
      return phraseNodes(phrase.children, addMark(marks, phrase.mark), scope);
    case 'raw':
      return [rawNode(phrase.source, marks)];
    case 'math':
      return [voidInline('inline-math', { formula: phrase.formula })];
    case 'expression':
      return [voidInline('expression', { expression: phrase.expression })];
    case 'emoji':
      return [voidInline('emoji', { code: phrase.code })];
    case 'image': {
      const { alt, title } = phrase;
      const ref = scope.state.file(phrase.url);
      return [voidInline('inline-image', { ref, ...(alt && { alt }), ...(title && { caption: title }) })];
    }
    case 'link':
      return linkNodes(phrase, marks, scope);
    case 'footnote':
      return footnoteNodes(phrase, marks, scope);
    case 'element':
      return elementNodes(phrase, marks, scope);
  }
}

/** A tag without a partner. Names that are unknown in HTML are text that was not escaped: `List<String>`. */
function rawNode(source: string, marks: DocumentMark[]): DocumentNode {
  const tag = readHtmlTag(source);
  return tag && !isKnownHtmlName(tag.name) ? textNode(leaf(source, marks)) : rawInline(source);
}

function linkNodes(
  phrase: Phrase & { type: 'link' },
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] {
  if (scope.inLink && phrase.literal) return phraseNodes(phrase.children, marks, scope);
  const ref = scope.state.link(phrase.url);
  if (phrase.title === 'mention') return [mention(ref, phrase.url, phraseText(phrase.children))];
  const nodes = tidyInlines(phraseNodes(phrase.children, marks, { ...scope, inLink: true }));
  return [inline('link', { ref, ...(phrase.title && { title: phrase.title }) }, nodes)];
}

function footnoteNodes(
  phrase: Phrase & { type: 'footnote' },
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] {
  const body = scope.footnoteBody(phrase.identifier);
  if (!body) return [textNode(leaf(`[^${phrase.label}]`, marks))];
  const nodes = [textNode(leaf(phrase.label, [{ object: 'mark', type: 'superscript' }]))];
  return [annotation(nodes, body)];
}
