import { isUtf8 } from 'node:buffer';
import { labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniff from 'html-encoding-sniffer';

/** A text, and whether its encoding was only guessed: nothing names it and it is not UTF-8. */
export interface DecodedText {
  text: string;
  isGuess: boolean;
}

/** For the report, beside a text whose encoding was guessed. */
export const GUESSED =
  'The text is not UTF-8 and was read as Windows-1252; if letters are wrong, save the file as UTF-8 and import it again.';

const GUESS = 'windows-1252';
const PRESCAN = 1024;
const XML_DECLARATION = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * The text of a page, decoded as the HTML standard says: by its byte order mark, else the headers it came with, else
 * what its head names. Where nothing names an encoding, it is UTF-16 or UTF-8 when the bytes are that, else
 * Windows-1252.
 * @param contentType header it came with; absent for a file.
 */
export function decodeHtml(bytes: Uint8Array, contentType = ''): DecodedText {
  const label = /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1];
  return decode(bytes, declaredIn(bytes, label) ?? xmlEncodingOf(bytes));
}

/** A text that cannot say its encoding: by its byte order mark, else as HTML that names none. */
export function decodeText(bytes: Uint8Array): DecodedText {
  return decode(bytes, undefined);
}

/** Reported for files that are not text. */
export const NO_TEXT = 'The file holds no text.';

/** True for binary files: they contain bytes that no text encoding has. */
export function isBinary({ text }: DecodedText): boolean {
  return text.slice(0, 8192).includes('\0');
}

function decode(bytes: Uint8Array, declared: string | undefined): DecodedText {
  const encoding = declared ?? encodingOf(bytes);
  // A byte order mark goes before all that was found here, and is not part of the text.
  return {
    text: legacyHookDecode(bytes, (encoding ?? GUESS).toLowerCase()),
    isGuess: encoding === undefined,
  };
}

function declaredIn(bytes: Uint8Array, label: string | undefined): string | undefined {
  const options = {
    defaultEncoding: '',
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
  };
  try {
    return sniff(bytes, options) || undefined;
  } catch {
    // The prescan stumbles over a `charset` that ends its attribute.
    return undefined;
  }
}

/** As declared in XML; one that names UTF-16 could not have been read, so it is wrong. */
function xmlEncodingOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN)).toString('latin1');
  const name = labelToName(XML_DECLARATION.exec(start)?.[1] ?? '') ?? undefined;
  return name?.startsWith('UTF-16') ? 'UTF-8' : name;
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const hasMark =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return hasMark ? 'UTF-8' : (wideEncodingOf(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : undefined));
}

/** UTF-16 without a byte order mark: of the signs of markup and of Latin letters every other byte is zero. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, PRESCAN) & ~1;
  const zeros = [0, 0] as [number, number];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[(at & 1) as 0 | 1]++;
  const most = length / 8;
  if (length < 4 || bytes.length % 2 !== 0) return undefined;
  if (zeros[0] === 0 && zeros[1] > most) return 'UTF-16LE';
  return zeros[1] === 0 && zeros[0] > most ? 'UTF-16BE' : undefined;
}
