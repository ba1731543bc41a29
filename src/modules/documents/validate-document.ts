import type {
  DocumentBlock,
  DocumentFragment,
  DocumentInline,
  DocumentNode,
  JSONDocument,
} from './document.types.js';
import { normalizeDocument } from './normalize-document.js';
import { tableProblem } from './normalize-table.js';
import { assignKeys } from './assign-keys.js';
import { cleanText } from './clean-text.js';
import { DOCUMENT_LIMITS, DocumentSize } from './document-limits.js';
import { isInlineType, isKnownType, isVoidType } from './catalogue/catalogue.js';
import { dataProblem } from './node-rules.js';

/** Thrown for documents that do not follow the model; the message names the place. */
export class InvalidDocumentError extends Error {
  constructor(
    readonly path: string,
    readonly problem: string,
  ) {
    super(`${path} ${problem}`);
    this.name = 'InvalidDocumentError';
  }
}

/**
 * Checks an untrusted document and returns it in normal form (see `normalizeDocument`), with a key on every block.
 * Missing optional members are filled in, unknown members of `data` are kept. A block or inline of an unknown type is
 * refused: readers would not see it, so it must be a mistake of the writer.
 * @throws InvalidDocumentError with a sentence that names the first wrong place.
 */
export function validateDocument(value: unknown): JSONDocument {
  const check = new Check(true);
  const document = check.record(value, 'document');
  if (document['object'] !== undefined && document['object'] !== 'document') {
    throw new InvalidDocumentError('document.object', 'must be "document"');
  }
  const data = document['data'] === undefined ? {} : check.record(document['data'], 'document.data');
  check.json(data, 'document.data', 0);
  const nodes = check.list(document['nodes'], 'document.nodes').map((node, at) => {
    const path = `document.nodes[${at}]`;
    const read = check.node(node, path, 1);
    if (read.object !== 'block') throw new InvalidDocumentError(path, 'must be a block');
    return read;
  });
  return assignKeys(normalizeDocument({ object: 'document', data, nodes }));
}

/** Reads a block from untrusted JSON, also one of an unknown type; undefined when it does not follow the model. */
export function readBlock(value: unknown): DocumentBlock | undefined {
  const node = readNode(value);
  return node?.object === 'block' ? node : undefined;
}

/** Reads an inline from untrusted JSON, otherwise like `readBlock`. */
export function readInline(value: unknown): DocumentInline | undefined {
  const node = readNode(value);
  return node?.object === 'inline' ? node : undefined;
}

function readNode(value: unknown): DocumentNode | undefined {
  try {
    return new Check(false).node(value, 'node', 1);
  } catch (error) {
    if (error instanceof InvalidDocumentError) return undefined;
    throw error;
  }
}

type JsonRecord = Record<string, unknown>;

class Check {
  private readonly size = new DocumentSize();

  constructor(private readonly refusesUnknownTypes: boolean) {}

  record(value: unknown, path: string): JsonRecord {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new InvalidDocumentError(path, 'must be an object');
    }
    return value as JsonRecord;
  }

  list(value: unknown, path: string): unknown[] {
    if (!Array.isArray(value)) throw new InvalidDocumentError(path, 'must be an array');
    return value;
  }

  text(value: unknown, path: string): string {
    if (typeof value !== 'string') throw new InvalidDocumentError(path, 'must be a string');
    if (value.includes('\0')) throw new InvalidDocumentError(path, 'must not contain NUL characters');
    this.refuse(path, this.size.characters(value.length));
    return cleanText(value);
  }

  node(value: unknown, path: string, depth: number): DocumentNode {
    const node = this.record(value, path);
    this.count(path, depth);
    if (node['object'] === 'text' || (node['object'] === undefined && 'leaves' in node))
      return this.textNode(node, path);
    const object = node['object'] ?? (isInlineType(String(node['type'])) ? 'inline' : 'block');
    if (object !== 'block' && object !== 'inline') {
      throw new InvalidDocumentError(`${path}.object`, 'must be "block", "inline" or "text"');
    }
    const type = this.text(node['type'], `${path}.type`);
    if (type === '') throw new InvalidDocumentError(`${path}.type`, 'must not be empty');
    const isKnown = object === 'block' ? isKnownType(type) : isInlineType(type) === true;
    if (this.refusesUnknownTypes && !isKnown)
      throw new InvalidDocumentError(
        `${path}.type`,
        `"${type.slice(0, 100)}" is not a type of ${object} that the document model has`,
      );
    const data = node['data'] === undefined ? {} : this.record(node['data'], `${path}.data`);
    this.refuse(path, this.size.element(object, type, data));
    this.json(data, `${path}.data`, 0);
    const key =
      node['key'] === undefined || node['key'] === null ? {} : { key: this.key(node['key'], `${path}.key`) };
    const nodes =
      node['nodes'] === undefined ? undefined : this.children(node['nodes'], `${path}.nodes`, depth + 1);
    const fragments =
      node['fragments'] === undefined
        ? undefined
        : this.fragments(node['fragments'], `${path}.fragments`, depth + 1);
    const problem =
      dataProblem(type, data) ?? (type === 'table' ? tableProblem(data, fragments ?? []) : undefined);
    if (problem) throw new InvalidDocumentError(`${path}.data.${problem.member}`, problem.sentence);
    const isVoid =
      isVoidType(type) ?? (typeof node['isVoid'] === 'boolean' ? node['isVoid'] : nodes === undefined);
    return {
      object,
      type,
      ...key,
      isVoid,
      data,
      ...(nodes && { nodes }),
      ...(fragments && { fragments }),
    } as DocumentNode;
  }

  /** Checks any JSON: strings without NUL, and no nesting beyond the depth of parsers. */
  json(value: unknown, path: string, depth: number): void {
    if (typeof value === 'string') this.text(value, path);
    else if (Array.isArray(value)) value.forEach((one, at) => this.member(one, `${path}[${at}]`, depth));
    else if (value !== null && typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) this.member(one, `${path}.${name}`, depth);
    }
  }

  private member(value: unknown, path: string, depth: number): void {
    if (depth > 40) throw new InvalidDocumentError(path, 'is nested too deeply');
    this.json(value, path, depth + 1);
  }

  private children(value: unknown, path: string, depth: number): DocumentNode[] {
    return this.list(value, path).map((one, at) => this.node(one, `${path}[${at}]`, depth));
  }

  private fragments(value: unknown, path: string, depth: number): DocumentFragment[] {
    return this.list(value, path).map((one, at) => {
      const place = `${path}[${at}]`;
      const read = this.record(one, place);
      this.count(place, depth);
      const optional = (name: string): JsonRecord =>
        read[name] === undefined || read[name] === null
          ? {}
          : { [name]: this.text(read[name], `${place}.${name}`) };
      const nodes = this.children(read['nodes'], `${place}.nodes`, depth + 1).map((node, index) => {
        if (node.object === 'block') return node;
        throw new InvalidDocumentError(`${place}.nodes[${index}]`, 'must be a block');
      });
      return { object: 'fragment', ...optional('key'), ...optional('type'), ...optional('fragment'), nodes };
    });
  }

  private textNode(node: JsonRecord, path: string): DocumentNode {
    const leaves = this.list(node['leaves'], `${path}.leaves`).map((one, at) => {
      const place = `${path}.leaves[${at}]`;
      const leaf = this.record(one, place);
      this.count(place, 0);
      const marks = leaf['marks'] === undefined ? [] : this.list(leaf['marks'], `${place}.marks`);
      this.refuse(place, this.size.marks(marks.length));
      return {
        object: 'leaf' as const,
        text: this.text(leaf['text'] ?? '', `${place}.text`),
        marks: marks.map((mark, index) => this.mark(mark, `${place}.marks[${index}]`)),
      };
    });
    return { object: 'text', leaves };
  }

  private mark(value: unknown, path: string): { object: 'mark'; type: string; data?: JsonRecord } {
    const mark = this.record(value, path);
    const data = mark['data'] === undefined ? undefined : this.record(mark['data'], `${path}.data`);
    if (data) this.json(data, `${path}.data`, 0);
    return { object: 'mark', type: this.text(mark['type'], `${path}.type`), ...(data && { data }) };
  }

  private key(value: unknown, path: string): string {
    const key = this.text(value, path);
    if (key.length > 200) throw new InvalidDocumentError(path, 'must be at most 200 characters');
    return key;
  }

  private count(path: string, depth: number): void {
    if (depth > DOCUMENT_LIMITS.depth)
      throw new InvalidDocumentError(path, `is nested deeper than ${DOCUMENT_LIMITS.depth} levels`);
    this.refuse(path, this.size.node());
  }

  private refuse(path: string, problem: string | undefined): void {
    if (problem !== undefined) throw new InvalidDocumentError(path, problem);
  }
}
