import { emojiCodeByName } from '#platform/typography/emoji.js';
import { hasReference } from './html-tag.js';

export interface EscapeScope {
  inLink: boolean;
  inCell: boolean;
  inHeading: boolean;
  /** The text starts a line of Markdown. */
  atLineStart: boolean;
  /** True when the line continues after the text. */
  isFollowed: boolean;
  /** The type of the inline that follows; empty without one. */
  next: string;
  /** The character before the text. */
  previous: string;
}

/** Inlines that begin with a bracket: after a `!` they would be images. */
const BRACKETED = new Set(['link', 'mention', 'annotation']);

const SPECIAL = /_+|[\\`*[\]<&~$!:@.{|#]/g;
const WORD = /[\p{L}\p{N}]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Escapes text (without line breaks), so that Markdown reads it as that text. A character is escaped only where it
 * could be syntax, because people read and edit the result.
 */
export function escapeText(text: string, scope: EscapeScope): string {
  const escaped = text.replace(SPECIAL, (found, at: number) =>
    needsEscape(found, text, at, scope) ? escapeAll(found) : found,
  );
  const started = scope.atLineStart ? escapeLineStart(escaped, scope.inHeading || scope.inCell) : escaped;
  return scope.inHeading && !scope.isFollowed
    ? started.replace(/#+$/, (run) => run.replaceAll('#', '\\#'))
    : started;
}

function escapeAll(found: string): string {
  return found.replace(/./g, '\\$&');
}

function needsEscape(found: string, text: string, at: number, scope: EscapeScope): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + found.length);
  switch (found) {
    case '\\':
      // A blank at the end of a line is written as a character reference, which starts with punctuation.
      return after === '' || PUNCTUATION.test(after) || (isBlank(after) && at + 2 === text.length);
    case '*':
    case '~':
      return !(isBlank(before) && isBlank(after));
    case '`':
    case '[':
      return true;
    case ']':
      return scope.inLink;
    case '|':
      return scope.inCell;
    case '<':
      return (after === '' && scope.isFollowed) || /[A-Za-z/!?]/.test(after);
    case '&':
      return hasReference(text.slice(at, at + 40));
    case '$':
      return (
        (before || scope.previous) === '$' || after === '$' || (after === '' && scope.next === 'inline-math')
      );
    case '!':
      return after === '' && BRACKETED.has(scope.next);
    case ':':
      return startsAddress(text, at) || startsEmoji(text, at, scope.next === 'emoji');
    case '@':
      return /[\w.+-]/.test(before) && /[\w.+-]/.test(after);
    case '.':
      return /www$/i.test(text.slice(Math.max(0, at - 3), at));
    case '{':
      return after === '%' || (after === '' && scope.isFollowed);
    case '#':
      return false;
    default:
      return !isInsideWord(text, at, found.length) && !(isBlank(before) && isBlank(after));
  }
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t';
}

/** Underscores between letters neither open nor close anything. */
function isInsideWord(text: string, at: number, length: number): boolean {
  const after = text.codePointAt(at + length);
  return WORD.test(text.charAt(at - 1)) && after !== undefined && WORD.test(String.fromCodePoint(after));
}

function startsAddress(text: string, at: number): boolean {
  return text.startsWith('//', at + 1) && /https?$/i.test(text.slice(Math.max(0, at - 5), at));
}

function startsEmoji(text: string, at: number, isBeforeEmoji: boolean): boolean {
  const name = /^:([\w+-]{1,40})(:|$)/.exec(text.slice(at, at + 43));
  if (!name) return isBeforeEmoji && at === text.length - 1;
  return name[2] === ':' ? emojiCodeByName(name[1] as string) !== undefined : isBeforeEmoji;
}

/** Escapes syntax that would start a block at the start of a line. Emphasis marks and the like are escaped already. */
function escapeLineStart(text: string, isInsideBlock: boolean): string {
  const first = text.charAt(0);
  const edge = '(?=[ \\t]|$)';
  if (isBlank(first)) return encodeBlank(first) + text.slice(1);
  if (isInsideBlock) return text;
  if (first === '#') return new RegExp(`^#{1,6}${edge}`).test(text) ? `\\${text}` : text;
  if (first === '>' || first === '|') return `\\${text}`;
  if (first === '+') return new RegExp(`^\\+${edge}`).test(text) ? `\\${text}` : text;
  if (first === '-') return /^-(?:[-:|\s]|$)/.test(text) ? `\\${text}` : text;
  // Only a star between blanks is not escaped yet, and here no character stands before it.
  if (first === '*' || first === '~') return `\\${text}`;
  if (first === '_') return /^_[_\s]/.test(text) ? `\\${text}` : text;
  if (first === '=') return /^=+\s*$/.test(text) ? `\\${text}` : text;
  if (first === ':') return /^:\s*(?:-|$)/.test(text) ? `\\${text}` : text;
  return text.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2');
}

export function encodeBlank(char: string): string {
  return char === '\t' ? '&#x9;' : '&#x20;';
}

/** Writes the address of a link or image, in angle brackets where necessary. */
export function formatDestination(url: string, inCell: boolean): string {
  let safe = hasReference(url) ? url.replaceAll('&', '&amp;') : url;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (safe === '' || /[\s<>()\\\u0000-\u001f\u007f]/.test(safe)) {
    safe = `<${safe
      .replace(/[\\<>]/g, '\\$&')
      .replace(/\n/g, '&#10;')
      .replace(/\r/g, '&#13;')}>`;
  }
  return inCell ? safe.replaceAll('|', '\\|') : safe;
}

/** Writes ` "title"` after an address. */
export function formatTitle(title: string, inCell: boolean): string {
  let safe = (hasReference(title) ? title.replaceAll('&', '&amp;') : title).replace(/["\\]/g, '\\$&');
  safe = safe.replace(/\n/g, '&#10;');
  return ` "${inCell ? safe.replaceAll('|', '\\|') : safe}"`;
}

/** Writes code between backticks; undefined for code that backticks cannot hold. */
export function formatCode(code: string, inCell: boolean): string | undefined {
  if (code === '' || code.includes('\n') || (inCell && /\\[\\|]/.test(code))) return undefined;
  const fence = '`'.repeat(longestRun(code, '`') + 1);
  const padded = /^`|`$/.test(code) || (/^ .* $/.test(code) && code.trim() !== '') ? ` ${code} ` : code;
  return `${fence}${inCell ? padded.replaceAll('|', '\\|') : padded}${fence}`;
}

export function longestRun(text: string, char: string): number {
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === char ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
