import {
  type DocumentBlock,
  type DocumentData,
  type DocumentInline,
  formOf,
  isRecord,
} from '#modules/documents/index.js';
import { type Lookup, translatePlain } from './translate-line.js';

/** The data of a node with its words translated; the same object when nothing changed. */
export function translateWords(node: DocumentBlock | DocumentInline, lookup: Lookup): DocumentData {
  let { data } = node;
  for (const name of formOf(node.type)?.words ?? []) {
    const words = data[name];
    if (typeof words !== 'string' || (node.type === 'code' && isFileName(words))) continue;
    const translated = translatePlain(words, lookup);
    if (translated !== words) data = { ...data, [name]: translated };
  }
  const { action } = data;
  // The query of a button must match the language of the pages around it.
  if (node.type === 'button' && isRecord(action) && typeof action['query'] === 'string') {
    const query = translatePlain(action['query'], lookup);
    if (query !== action['query']) data = { ...data, action: { ...action, query } };
  }
  return data;
}

/** Code is mostly titled with the file that it stands in. */
function isFileName(title: string): boolean {
  return /^\S*[./\\_~]\S*$/.test(title.trim());
}
