import { open } from 'node:fs/promises';
import { UnreadableSource } from '../unreadable-source.js';

const WAY_OUT = 'open it in Word, save it as .docx and upload that';
/** Other formats that people upload with the extension of a Word file, by their first bytes. */
const OTHERS: [start: Buffer, sentence: string][] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    `The file is a document of Word 97 to 2003 (.doc), or protected with a password; ${WAY_OUT} without a password.`,
  ],
  [Buffer.from('{\\rtf'), `The file is Rich Text (.rtf) with another name; ${WAY_OUT}.`],
  [Buffer.from('%PDF'), 'The file is a PDF with another name; upload the Word document that it was made of.'],
];
/** The same by the files inside. */
const PACKAGES: [path: RegExp, sentence: string][] = [
  [/^xl\//, 'The file is an Excel workbook, not a Word document; upload its text as .docx, .html or .md.'],
  [
    /^ppt\//,
    'The file is a PowerPoint presentation, not a Word document; upload its text as .docx, .html or .md.',
  ],
  [/^content\.xml$/, `The file is an OpenDocument text (.odt), not a Word document; ${WAY_OUT}.`],
];

/** @throws UnreadableSource for the file of another program, by what it begins with. */
export async function refuseOtherFormats(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const found = OTHERS.find(([start]) =>
      buffer.subarray(0, bytesRead).subarray(0, start.length).equals(start),
    );
    if (found) throw new UnreadableSource(found[1]);
  } finally {
    await file.close();
  }
}

/** @throws UnreadableSource for an archive without the text of a Word document. */
export function requireWordParts(paths: readonly string[]): void {
  if (paths.some((path) => /^word\/.*\.xml$/i.test(path))) return;
  const other = PACKAGES.find(([pattern]) => paths.some((path) => pattern.test(path)));
  throw new UnreadableSource(
    other?.[1] ??
      `The file is a ZIP archive without the text of a Word document (word/document.xml); ${WAY_OUT}, or name it .zip if it is an archive.`,
  );
}

/** The converter's error about an unreadable package, as a sentence for the report. */
export function damagedWord(error: unknown): UnreadableSource {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Could not find main document part'))
    return new UnreadableSource(
      `The Word document has lost its text: the part word/document.xml is missing; ${WAY_OUT}.`,
    );
  if (message.startsWith('Could not find the body element'))
    return new UnreadableSource(
      `The main part of the file (as _rels/.rels names it) is not the text of a Word document; ${WAY_OUT}.`,
    );
  return new UnreadableSource(`The Word document is damaged: a part of it is not valid XML; ${WAY_OUT}.`);
}
