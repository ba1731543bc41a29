import { BLOCK_FORMS } from '../catalogue/catalogue.js';
import type { TagForm } from '../catalogue/node-form.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { decodeReferences, hasReference } from './html-tag.js';

/** One `{% name … %}` as written. */
export interface GitTag {
  name: string;
  closing: boolean;
  attributes: TagAttribute[];
  /** All text after the name, for tags whose argument is not a list of attributes (`if`, `include`). */
  argument: string;
  source: string;
}

export interface TagAttribute {
  name: string;
  value: string;
  /** Written without quotes: may be a JSON value. */
  bare: boolean;
}

export type TagSegment = { kind: 'tag'; tag: GitTag } | { kind: 'text'; text: string };

/** Tags that do not belong to one block type: another name of `openapi`, and the tag that holds a block as JSON. */
const SHAPES = new Map<string, TagForm['shape']>([
  ['swagger', 'optional'],
  ['bindery-block', 'void'],
]);
for (const { tag } of BLOCK_FORMS.values()) if (tag) SHAPES.set(tag.name, tag.shape);

/** The shape of a tag; undefined for names that are not part of the format. */
export function tagShape(name: string): TagForm['shape'] | undefined {
  if (name.startsWith('@')) return name.includes('/') ? 'void' : undefined;
  return SHAPES.get(name);
}

/**
 * Splits a line that starts with a tag into tags and the text between them. Undefined when the line is not a tag
 * line: it does not start with a whole tag, or it starts with a tag of another template language and holds text too.
 */
export function splitTagLine(line: string): TagSegment[] | undefined {
  const source = line.trim();
  const first = readTag(source, 0);
  if (!first) return undefined;
  // A line that begins with a tag of another language may consist of tags only, so all of its tags count.
  const strict = tagShape(first.tag.name) === undefined;
  const segments: TagSegment[] = [{ kind: 'tag', tag: first.tag }];
  let at = first.end;
  let text = '';
  const flush = (): void => {
    if (text.trim() !== '') segments.push({ kind: 'text', text: text.trim() });
    text = '';
  };
  while (at < source.length) {
    const next = source.startsWith('{%', at) ? readTag(source, at) : undefined;
    if (next && (strict || tagShape(next.tag.name) !== undefined)) {
      flush();
      segments.push({ kind: 'tag', tag: next.tag });
      at = next.end;
      continue;
    }
    const stop = source.indexOf('{%', at + 1);
    const until = stop === -1 ? source.length : stop;
    text += source.slice(at, until);
    at = until;
  }
  flush();
  return strict && segments.some((segment) => segment.kind === 'text') ? undefined : segments;
}

function readTag(source: string, start: number): { tag: GitTag; end: number } | undefined {
  const head = /^\{%-?[ \t]*(@?[A-Za-z][\w./-]*)/.exec(source.slice(start, start + 200));
  if (!head) return undefined;
  const bodyStart = start + head[0].length;
  const close = findTagEnd(source, bodyStart);
  if (close === -1) return undefined;
  const word = head[1] as string;
  const closing = word.length > 3 && word.startsWith('end');
  const body = source.slice(bodyStart, close).replace(/-$/, '').trim();
  const tag: GitTag = {
    name: closing ? word.slice(3) : word,
    closing,
    attributes: readAttributes(body, hasEscapes(word)),
    argument: body,
    source: source.slice(start, close + 2),
  };
  return { tag, end: close + 2 };
}

/** Finds the `%}` that ends the tag: the first one outside quotes, or the first one of all when quotes are not paired. */
function findTagEnd(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (quote) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || (char === "'" && /[=\s([]/.test(source.charAt(at - 1)))) quote = char;
    else if (char === '%' && source.charAt(at + 1) === '}') return at;
  }
  return source.indexOf('%}', from);
}

const NAME = /[A-Za-z_@][\w.:@/-]*/y;

/** Reads attributes strictly, or else with quotes inside values: `content="A["one"] --> B"`. */
function readAttributes(body: string, isEscaped: EscapeTest): TagAttribute[] {
  const strict = attributesIn(body, false, isEscaped);
  if (!strict.some(({ name }) => name === '')) return strict;
  const loose = attributesIn(body, true, isEscaped);
  return loose.some(({ name }) => name === '') ? strict : loose;
}

/** True when the value of an attribute of this name has Markdown escapes. */
type EscapeTest = (name: string) => boolean;

/** Titles of tabs are words, and are written like headings: `title="iOS \(3.x\)"`. */
function hasEscapes(tag: string): EscapeTest {
  return (name) => tag === 'tab' && name === 'title';
}

function attributesIn(body: string, isLoose: boolean, isEscaped: EscapeTest): TagAttribute[] {
  const found: TagAttribute[] = [];
  let at = 0;
  while (at < body.length) {
    if (/\s/.test(body.charAt(at))) {
      at += 1;
      continue;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(body)?.[0];
    const read = name === undefined ? undefined : readValue(body, at + name.length, isLoose, isEscaped(name));
    if (name === undefined || !read) {
      // Text that is not an attribute is kept verbatim under an empty name, and written back last.
      found.push({ name: '', value: body.slice(at).trim(), bare: true });
      break;
    }
    found.push({ name, value: read.value, bare: read.bare });
    at = read.end;
  }
  return found;
}

function readValue(
  body: string,
  from: number,
  isLoose: boolean,
  isEscaped: boolean,
): { value: string; bare: boolean; end: number } | undefined {
  const equals = /[ \t]*=[ \t]*/y;
  equals.lastIndex = from;
  const sign = equals.exec(body);
  if (!sign) {
    const boundary = from >= body.length || /\s/.test(body.charAt(from));
    return boundary ? { value: 'true', bare: true, end: from } : undefined;
  }
  const start = from + sign[0].length;
  const quote = body.charAt(start);
  if (quote === '"' || quote === "'") return readQuoted(body, start, quote, isLoose, isEscaped);
  if (quote === '{' || quote === '[') return readJson(body, start);
  const bare = /[^\s"']+/y;
  bare.lastIndex = start;
  const value = bare.exec(body)?.[0];
  return value === undefined ? undefined : { value, bare: true, end: start + value.length };
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const AFTER_VALUE = /\s+[A-Za-z_@][\w.:@/-]*=["'{[\w]|\s*$/y;

function readQuoted(
  body: string,
  start: number,
  quote: string,
  isLoose: boolean,
  isEscaped: boolean,
): ReturnType<typeof readValue> {
  let value = '';
  for (let at = start + 1; at < body.length; at += 1) {
    const char = body.charAt(at);
    const next = body.charAt(at + 1);
    if (char === '\\' && (next === quote || next === '\\' || (isEscaped && PUNCTUATION.test(next)))) {
      value += next;
      at += 1;
    } else if (char === quote) {
      const end = at + 1;
      AFTER_VALUE.lastIndex = end;
      if (isLoose && !AFTER_VALUE.test(body)) {
        value += char;
        continue;
      }
      if (end < body.length && !/\s/.test(body.charAt(end))) return undefined;
      return { value: decodeReferences(value), bare: false, end };
    } else value += char;
  }
  return undefined;
}

function readJson(body: string, start: number): ReturnType<typeof readValue> {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < body.length; at += 1) {
    const char = body.charAt(at);
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && --depth === 0) {
      return { value: body.slice(start, at + 1), bare: true, end: at + 1 };
    }
  }
  return undefined;
}

/** Writes `name="value"` so that the tag reads back the same value. */
export function formatAttribute(name: string, value: string, tag = ''): string {
  const escaped = hasEscapes(tag)(name) ? /\\(?=[!-/:-@[-`{-~]|$)/g : /\\(?=["\\]|$)/g;
  let safe = value.replace(escaped, '\\\\').replaceAll('"', '\\"');
  if (hasReference(safe)) safe = safe.replaceAll('&', '&amp;');
  safe = safe.replace(/[\n\r]/g, (char) => (char === '\n' ? '&#10;' : '&#13;'));
  return `${name}="${safe}"`;
}

/** Writes `name={json}` on one line, without characters that would end the tag. */
export function formatJsonAttribute(name: string, value: unknown): string {
  return `${name}=${tagJson(value)}`;
}

export function tagJson(value: unknown): string {
  return canonicalJson(value)
    .replaceAll('%}', '%\\u007d')
    .replace(/[\u2028\u2029\uFEFF]/g, (char) => {
      return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}
