import MIMEType from 'whatwg-mimetype';
import type { ByteRange } from './blob-backend.js';

const SAFE_IMAGES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/apng',
]);
const SVG = 'image/svg+xml';

/**
 * Headers that let a browser show what cannot do harm and save everything else. Stored files come from people we do
 * not know and are served from our own address: nothing of them may run there.
 */
export function downloadHeaders(file: {
  name: string;
  contentType: string;
  blob: string;
  secondsLeft: number;
}) {
  const type = safeType(file.contentType);
  const isInline = SAFE_IMAGES.has(type) || type === SVG;
  return {
    'Content-Type': type,
    'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; ${fileNameParameter(file.name)}`,
    'Content-Security-Policy':
      type === SVG
        ? "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
        : "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // Sites under other host names show these files.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    'Cache-Control': `public, max-age=${file.secondsLeft}, immutable`,
    ETag: `"${file.blob}"`,
  };
}

/**
 * The type as browsers read it, without its parameters. What is sent is what was looked at: of a header with several types browsers take
 * the last one, and parameters decide nothing about what is shown.
 */
function safeType(contentType: string): string {
  return MIMEType.parse(contentType)?.essence ?? 'application/octet-stream';
}

/** The name twice, as RFC 6266 wants it: a plain form for old readers and the exact one. */
function fileNameParameter(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}

/**
 * The part of `size` bytes that a `Range` header asks for.
 * @returns undefined when the whole is to be sent (no header, another unit, several parts), null when the range lies
 * outside.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? null : { start, end };
}
