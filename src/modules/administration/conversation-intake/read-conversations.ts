import { createHash } from 'node:crypto';
import { parseJson } from '#platform/http/body/parse-json.js';
import { BadRequest } from '#platform/http/errors.js';
import { readCsv, unescapedCell } from '../csv.js';

/** Conversations of a file; more are handed in with several files, or by the API. */
export const MOST_CONVERSATIONS = 1000;
/** Bytes of a file. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** Characters of a line of a table. */
const MOST_LINE = 200_000;

/** The columns of a table, and the members of an object that is one question. */
const COLUMNS = ['id', 'subject', 'question', 'url', 'created_at'] as const;
type Question = Partial<Record<(typeof COLUMNS)[number], string>>;

/** A conversation as the API takes it, unchecked, with its place in the file. */
export interface ReadConversation {
  place: string;
  input: unknown;
}

/**
 * Reads a file of conversations: a JSON list, an object in each line (NDJSON), or a table with a column `question` (CSV).
 * An object with `parts` is a conversation as the API takes it; any other one is a question with the columns of the table.
 * @throws BadRequest for a file of another kind, an empty one, or one with too many.
 */
export async function readConversations(text: string): Promise<ReadConversation[]> {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new BadRequest('The file is empty.');
  const read = await readAny(trimmed);
  if (read.length === 0) throw new BadRequest('The file has no conversation.');
  return read;
}

/** A question as a conversation. The same question again is the same conversation, unless it has an id. */
export function conversationOf({ id, subject, question = '', url, created_at: at }: Question): object {
  const metadata = { ...(url ? { url } : {}), ...(at ? { createdAt: at } : {}) };
  const digest = createHash('sha256')
    .update(JSON.stringify([subject, question, url, at]))
    .digest('base64url');
  return {
    id: id || `by-hand-${digest.slice(0, 22)}`,
    ...(subject ? { subject } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    parts: [{ type: 'message', role: 'user', body: question }],
  };
}

async function readAny(text: string): Promise<ReadConversation[]> {
  if (text.startsWith('[')) {
    const list = await readJson(text, 'The file');
    if (!Array.isArray(list)) throw new BadRequest('The file must hold a list of conversations.');
    requireFew(list);
    return list.map((one: unknown, at) => ({ place: `Conversation ${at + 1}`, input: inputOf(one) }));
  }
  if (!text.startsWith('{')) return readTable(text);
  const lines = [...text.split('\n').entries()].filter(([, line]) => line.trim() !== '');
  requireFew(lines);
  const read: ReadConversation[] = [];
  for (const [at, line] of lines) {
    const place = `Line ${at + 1}`;
    read.push({ place, input: inputOf(await readJson(line, place)) });
  }
  return read;
}

async function readTable(text: string): Promise<ReadConversation[]> {
  const limits = { lines: MOST_CONVERSATIONS, characters: MOST_LINE };
  const [first, ...lines] = await readCsv(text, limits);
  const columns = (first?.record ?? []).map((cell) => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  if (!columns.includes('question'))
    throw new BadRequest('The first line of a table names its columns, one of which must be "question".');
  requireFew(lines);
  return lines.map(({ record, line }) => {
    const cells = columns.map((column, at) => [column, unescapedCell(record[at] ?? '')] as const);
    return { place: `Line ${line}`, input: conversationOf(Object.fromEntries(cells)) };
  });
}

/** @throws BadRequest for more conversations than a file may have */
function requireFew({ length }: readonly unknown[]): void {
  if (length > MOST_CONVERSATIONS)
    throw new BadRequest(
      `The file has more than ${MOST_CONVERSATIONS} conversations; hand in at most ${MOST_CONVERSATIONS} at once.`,
    );
}

function inputOf(one: unknown): unknown {
  if (typeof one !== 'object' || one === null || Array.isArray(one) || 'parts' in one) return one;
  const texts = COLUMNS.flatMap((column) => {
    const value = (one as Record<string, unknown>)[column];
    return typeof value === 'string' || typeof value === 'number' ? [[column, String(value)]] : [];
  });
  return conversationOf(Object.fromEntries(texts) as Question);
}

/** @throws BadRequest that names the place */
async function readJson(text: string, place: string): Promise<unknown> {
  try {
    return await parseJson(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw new BadRequest(
      `${place} is no JSON that can be read: a comma, bracket or quotation mark is missing or too many, or it has too many values or levels.`,
    );
  }
}
