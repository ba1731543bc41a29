import { availableParallelism } from 'node:os';
import { Breath } from '#platform/event-loop/breath.js';
import { Busy } from '#platform/http/errors.js';
import { CONVERSION_MEMORY_MB } from '#platform/threads/thread-memory.js';
import { ThreadPool } from '#platform/threads/thread-pool.js';
import type { ContentRef, DocumentBlock, JSONDocument } from '../document.types.js';
import type { PageMeta, ParseContext, ParsedPage, SerializeContext } from '../markdown/markdown.types.js';
import {
  type AddressKind,
  type ConversionAnswer,
  type ConversionTask,
  type KnownAddresses,
  type PackedDocument,
  type ParseAnswer,
  type ParseTask,
  refKey,
  type WriteAnswer,
  type WriteTask,
} from './conversion.types.js';

/** For one text: the longest takes some ten seconds, and several times as long on a machine with much else to do. */
const CONVERT_MS = 120_000;
/** Those who wait hold their texts in memory and a connection open. */
export const MOST_WAITING = 16;
const BUSY_SECONDS = 10;
/** About what it takes, to let short ones go first. */
const CHARACTERS_PER_MS = { parse: 50, write: 1500 };

const THREAD = new URL('./markdown-thread.js', import.meta.url);
// The loop that answers requests keeps a processor.
export const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const pool = new ThreadPool<ConversionTask, ConversionAnswer>(
  THREAD,
  { timeMs: CONVERT_MS, memoryMb: CONVERSION_MEMORY_MB },
  THREADS,
);

export interface AsyncOptions {
  /** For work that nobody waits for: it takes its turn however many were there before. */
  isPatient?: boolean;
}

/**
 * Parses in a thread. The resolvers cannot come along: the text is read until it names nothing new of which something is
 * known, which is twice at most unless what it names depends on what is known.
 * @throws ThreadLost, Busy
 */
export async function parseInThread(
  type: ParseTask['type'],
  markdown: string,
  context: ParseContext,
  { isPatient = false }: AsyncOptions = {},
): Promise<ParsedPage> {
  const { file } = context;
  const resolvers: Record<AddressKind, (address: string) => ContentRef | undefined> = {
    link: (address) => context.resolveLink?.(address),
    file: (address) => context.resolveFile?.(address),
    include: (address) => context.resolveInclude?.(address),
  };
  const known: KnownAddresses = { link: new Map(), file: new Map(), include: new Map() };
  const task: ParseTask = { type, markdown, known, ...(file !== undefined && { file }) };
  const expectedMs = markdown.length / CHARACTERS_PER_MS.parse;
  for (let isAdmitted = isPatient; ; isAdmitted = true) {
    const answer = (await convert(task, expectedMs, isAdmitted)) as ParseAnswer;
    const refs = answer.asked.map(([kind, address]) => {
      const ref = resolvers[kind](address);
      known[kind].set(address, ref);
      return ref;
    });
    if (refs.every((ref) => ref === undefined)) return unpackPage(answer);
  }
}

/** Writes in a thread, otherwise like `parseInThread`. @throws ThreadLost, Busy */
export async function writeInThread(
  type: WriteTask['type'],
  meta: PageMeta,
  document: JSONDocument,
  context: SerializeContext,
  { isPatient = false }: AsyncOptions = {},
): Promise<string> {
  const packed = await pack(document);
  const known: WriteTask['known'] = new Map();
  const length = packed.nodes.reduce((sum, node) => sum + node.length, 0);
  for (let isAdmitted = isPatient; ; isAdmitted = true) {
    const task: WriteTask = { type, meta, document: packed, known };
    const expectedMs = length / CHARACTERS_PER_MS.write;
    const { markdown, asked } = (await convert(task, expectedMs, isAdmitted)) as WriteAnswer;
    const addresses = asked.map((ref) => {
      const address = context.formatRef?.(ref);
      known.set(refKey(ref), address);
      return address;
    });
    if (addresses.every((address) => address === undefined)) return markdown;
  }
}

async function convert(
  task: ConversionTask,
  expectedMs: number,
  isAdmitted: boolean,
): Promise<ParseAnswer | WriteAnswer> {
  if (!isAdmitted && pool.waiting >= MOST_WAITING) {
    const message = `Too many long texts are being read and written; try again in ${BUSY_SECONDS} seconds.`;
    throw new Busy(message, BUSY_SECONDS);
  }
  const answer = await pool.run(task, expectedMs);
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.result;
}

async function pack({ data, nodes }: JSONDocument): Promise<PackedDocument> {
  const breath = new Breath();
  const packed: string[] = [];
  for (const node of nodes) {
    packed.push(JSON.stringify(node));
    await breath.take();
  }
  return { data, nodes: packed };
}

async function unpackPage({ meta, document: { data, nodes }, warnings }: ParseAnswer): Promise<ParsedPage> {
  const breath = new Breath();
  const blocks: DocumentBlock[] = [];
  for (const node of nodes) {
    blocks.push(JSON.parse(node) as DocumentBlock);
    await breath.take();
  }
  return { meta, document: { object: 'document', data, nodes: blocks }, warnings };
}
