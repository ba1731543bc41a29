const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** The text of a page: in the encoding that its headers or its head name, else UTF-8. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const named =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ??
    DECLARED.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
