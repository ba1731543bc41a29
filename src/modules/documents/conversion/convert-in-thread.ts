import { compute } from '#platform/compute/compute.js';
import type { RunOptions } from '#platform/compute/compute-pool.js';
import type { ContentRef, JSONDocument } from '../document.types.js';
import type { PageMeta, ParseContext, ParsedPage, SerializeContext } from '../markdown/markdown.types.js';
import { PARSE_TEXT, WRITE_TEXT } from './conversion-tasks.js';
import {
  type AddressKind,
  type AskAddresses,
  type ParseTask,
  refKey,
  type WriteTask,
} from './conversion.types.js';
import { packDocument, unpackDocument } from './packed-document.js';

/** Processor time for one text: the longest one within the limits of a document takes some eight seconds. */
const BUDGET_MS = 15_000;
/** Estimated speed, by which short texts go first. */
const CHARACTERS_PER_MS = { parse: 50, write: 1500 };

export interface AsyncOptions extends Pick<RunOptions, 'organization' | 'isPatient'> {
  /** True for one of many texts, which together take long. */
  isOneOfMany?: boolean;
}

/** Resolves an address, at once or later. */
export type LookUp = (address: string) => ContentRef | undefined | Promise<ContentRef | undefined>;

/** The resolvers of `ParseContext`, which here may be asynchronous. */
export interface LookUps extends Pick<ParseContext, 'file' | 'title'> {
  resolveLink?: LookUp;
  resolveFile?: LookUp;
  resolveInclude?: LookUp;
}

/**
 * Parses in a thread, which asks for the addresses in the text.
 * @throws OverBudget, Busy
 */
export async function parseInThread(
  type: ParseTask['type'],
  markdown: string,
  context: LookUps,
  { isPatient, organization }: AsyncOptions = {},
): Promise<ParsedPage> {
  const { file, title } = context;
  const task: ParseTask = { type, markdown, file, title };
  const expectedMs = markdown.length / CHARACTERS_PER_MS.parse;
  const answer = lookingUp(context);
  const options = { budgetMs: BUDGET_MS, organization, expectedMs, isPatient, answer };
  const { meta, document, warnings } = await compute.run(PARSE_TEXT, task, options);
  return { meta, document: await unpackDocument(document), warnings };
}

/** Answers with the results of the resolvers, one after the other. */
export function lookingUp(lookUps: LookUps): AskAddresses {
  const resolvers: Record<AddressKind, LookUp> = {
    link: (address) => lookUps.resolveLink?.(address),
    file: (address) => lookUps.resolveFile?.(address),
    include: (address) => lookUps.resolveInclude?.(address),
  };
  return async (asked) => {
    const refs: (ContentRef | undefined)[] = [];
    for (const [kind, address] of asked) refs.push(await resolvers[kind](address));
    return refs;
  };
}

/** Writes in a thread, otherwise like `parseInThread`. @throws OverBudget, Busy */
export async function writeInThread(
  type: WriteTask['type'],
  meta: PageMeta,
  document: JSONDocument,
  context: SerializeContext,
  { isPatient, organization }: AsyncOptions = {},
): Promise<string> {
  const packed = await packDocument(document);
  const known: WriteTask['known'] = new Map();
  const length = packed.nodes.reduce((sum, node) => sum + node.length, 0);
  for (let isAdmitted = isPatient; ; isAdmitted = true) {
    const task: WriteTask = { type, meta, document: packed, known };
    const expectedMs = length / CHARACTERS_PER_MS.write;
    const options = { budgetMs: BUDGET_MS, organization, expectedMs, isPatient: isAdmitted };
    const { markdown, asked } = await compute.run(WRITE_TEXT, task, options);
    const addresses = asked.map((ref) => {
      const address = context.formatRef?.(ref);
      known.set(refKey(ref), address);
      return address;
    });
    if (addresses.every((address) => address === undefined)) return markdown;
  }
}
