import { toXml } from 'xast-util-to-xml';
import { x } from 'xastscript';
import type { Element } from 'xast';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A whole XML document. */
export function xmlDocument(root: Element): string {
  return `${DECLARATION}${toXml(root, { closeEmptyElements: true })}\n`;
}

/** One element as text, for documents that are concatenated from many elements. */
export function xmlText(element: Element): string {
  return toXml(element, { closeEmptyElements: true });
}

/** An element that contains only a text. */
export function textElement(name: string, text: string): Element {
  return x(name, allowed(text));
}

/** The text without characters that XML does not allow: most control characters and lone surrogates. */
export function allowed(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the function removes control characters
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
}
