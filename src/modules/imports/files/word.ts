import { mkdtemp, readFile, rm } from 'node:fs/promises';
import mammoth from 'mammoth';
import { unzip } from '#platform/archive/zip.js';
import { LIMITS } from '../import-limits.js';
import { damagedWordError, refuseOtherFormats, requireWordParts } from './word-package.js';

/** The text of a Word file as HTML, and what of it could not be said in it. */
export interface WordText {
  html: string;
  notes: string[];
}

/** Styles of Word that the converter does not know by itself. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "r[style-name='Code'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Verbatim Char'] => code",
];

/**
 * Reads a Word file.
 * @param saveImage keeps an image of the text and answers its address.
 * @throws UnreadableSource for files of other formats, ArchiveError for invalid archives and those too large when
 * unpacked.
 */
export async function readWord(
  path: string,
  saveImage: (bytes: Buffer, contentType: string) => Promise<string>,
): Promise<WordText> {
  await refuseOtherFormats(path);
  requireWordParts(await pathsWithinLimits(path));
  const convertImage = mammoth.images.imgElement(async (image) => {
    const bytes = Buffer.from(await image.readAsArrayBuffer());
    return { src: await saveImage(bytes, image.contentType) };
  });
  const options = { styleMap: STYLES, convertImage, externalFileAccess: false };
  const buffer = await readFile(path);
  const { value, messages } = await mammoth.convertToHtml({ buffer }, options).catch((error: unknown) => {
    throw damagedWordError(error);
  });
  const notes = [...new Set(messages.map((message) => message.message))];
  return { html: `<article>${value}</article>`, notes };
}

/** A Word file is an archive: it is unpacked once with our limits before the converter does so in memory. */
async function pathsWithinLimits(path: string): Promise<string[]> {
  // Beside the file, so that it goes with the folder of the import when this thread is ended.
  const folder = await mkdtemp(`${path}-`);
  try {
    const limits = { mostFiles: 5000, mostBytes: LIMITS.wordBytes, maxFileSize: LIMITS.wordBytes };
    return await unzip(path, folder, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
