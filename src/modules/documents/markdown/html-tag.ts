import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** One HTML tag in a line of Markdown, with attribute names in lower case and decoded values. */
export interface HtmlTag {
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: HtmlAttributes;
}

export type HtmlAttributes = Record<string, string>;

const TAG =
  /^<(\/?)([A-Za-z][A-Za-z0-9:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>$/;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Reads a single tag; undefined for comments, declarations and all text that is not exactly one tag. */
export function readHtmlTag(source: string): HtmlTag | undefined {
  const match = TAG.exec(source);
  if (!match) return undefined;
  const attributes: HtmlAttributes = {};
  for (const [, name, double, single, bare] of (match[3] ?? '').matchAll(ATTRIBUTE)) {
    const key = (name as string).toLowerCase();
    if (!Object.hasOwn(attributes, key)) attributes[key] = decodeReferences(double ?? single ?? bare ?? '');
  }
  return {
    name: (match[2] as string).toLowerCase(),
    closing: match[1] === '/',
    selfClosing: match[4] === '/',
    attributes,
  };
}

/** Writes an opening tag. Attributes that are `undefined` are left out; `true` writes the bare name. */
export function openTag(
  name: string,
  attributes: Record<string, string | number | true | undefined> = {},
): string {
  let tag = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    tag += value === true ? ` ${key}` : ` ${key}="${escapeAttribute(String(value))}"`;
  }
  return `${tag}>`;
}

export function escapeAttribute(value: string): string {
  return value
    .replace(/[&"<>]/g, (char) =>
      char === '&' ? '&#x26;' : char === '"' ? '&#x22;' : char === '<' ? '&#x3C;' : '&#x3E;',
    )
    .replace(/[\n\t]/g, (char) => (char === '\n' ? '&#xA;' : '&#x9;'));
}

/** Escapes a text between tags, on one line. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>\n]/g, (char) => TEXT_REFERENCES[char] as string);
}

const TEXT_REFERENCES: Record<string, string> = {
  '&': '&#x26;',
  '<': '&#x3C;',
  '>': '&#x3E;',
  '\n': '&#10;',
};

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Decodes character references the way Markdown does; other text stays. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex as string, 16);
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD';
    return String.fromCodePoint(code);
  });
}

/** Decodes text without Markdown syntax, in which characters may be escaped or referenced and `<br>` is a line break. */
export function decodeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&[#\w]+;|<br>/g, (whole, escaped?: string) =>
    whole === '<br>' ? '\n' : (escaped ?? decodeReferences(whole)),
  );
}

/** True when the text contains a character reference. */
export function hasReference(text: string): boolean {
  REFERENCE.lastIndex = 0;
  return REFERENCE.test(text);
}

/** Reads `color:green;background-color:red;` as a record with lower case names. */
export function readStyle(style: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of (style ?? '').split(';')) {
    const at = part.indexOf(':');
    if (at > 0) found[part.slice(0, at).trim().toLowerCase()] = part.slice(at + 1).trim();
  }
  return found;
}
