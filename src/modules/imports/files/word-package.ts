import { open } from 'node:fs/promises';
import { UnreadableSource } from '../unreadable-source.js';

const SAVE_AS_DOCX = 'open it in Word, save it as .docx and upload that';
/** Other formats that people upload with the extension of a Word file, by their first bytes. */
const OTHER_FORMATS: [start: Buffer, sentence: string][] = [
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    `The file is a Word 97 to 2003 (.doc) document, or it is protected with a password; ${SAVE_AS_DOCX}, without a password.`,
  ],
  [Buffer.from('{\\rtf'), `The file is Rich Text (.rtf) with the extension of a Word file; ${SAVE_AS_DOCX}.`],
  [
    Buffer.from('%PDF'),
    'The file is a PDF with the extension of a Word file; upload the Word document from which it was made.',
  ],
];
/** Other formats that are ZIP archives too, by the path of a file inside. */
const OTHER_ARCHIVES: [path: RegExp, sentence: string][] = [
  [/^xl\//, 'The file is an Excel workbook, not a Word document; upload its text as .docx, .html or .md.'],
  [
    /^ppt\//,
    'The file is a PowerPoint presentation, not a Word document; upload its text as .docx, .html or .md.',
  ],
  [/^content\.xml$/, `The file is an OpenDocument text (.odt), not a Word document; ${SAVE_AS_DOCX}.`],
];

/** Looks at the first bytes of a file. @throws UnreadableSource when they are those of another format. */
export async function refuseOtherFormats(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const found = OTHER_FORMATS.find(([start]) =>
      buffer.subarray(0, bytesRead).subarray(0, start.length).equals(start),
    );
    if (found) throw new UnreadableSource(found[1]);
  } finally {
    await file.close();
  }
}

/** @throws UnreadableSource when the paths of an archive do not include the text of a Word document. */
export function requireWordParts(paths: readonly string[]): void {
  if (paths.some((path) => /^word\/.*\.xml$/i.test(path))) return;
  const other = OTHER_ARCHIVES.find(([pattern]) => paths.some((path) => pattern.test(path)));
  throw new UnreadableSource(
    other?.[1] ??
      `The file is a ZIP archive without the text of a Word document (word/document.xml); ${SAVE_AS_DOCX}, or name it .zip if it is an archive.`,
  );
}

/** Turns the error of the converter about a file that it cannot read into a sentence for the report of the import. */
export function damagedWordError(error: unknown): UnreadableSource {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Could not find main document part'))
    return new UnreadableSource(
      `The Word document has lost its text: the part word/document.xml is missing; ${SAVE_AS_DOCX}.`,
    );
  if (message.startsWith('Could not find the body element'))
    return new UnreadableSource(
      `The main part of the file (as _rels/.rels names it) is not the text of a Word document; ${SAVE_AS_DOCX}.`,
    );
  return new UnreadableSource(
    `The Word document is damaged: a part of it is not valid XML; ${SAVE_AS_DOCX}.`,
  );
}
