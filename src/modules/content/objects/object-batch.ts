import type { StoredDerived } from '../derived/derived.types.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { sha256 } from './digest.js';
import type { NewObject, ObjectKind, ObjectReader, ObjectWriter, ReadMeter } from './object.types.js';

/** A snapshot, page or document that should exist does not: the hash was made up, or the store is damaged. */
export class MissingObject extends Error {
  constructor(readonly hash: string) {
    super(`The content object ${hash} is not stored.`);
    this.name = 'MissingObject';
  }
}

/**
 * Collects new objects in memory over a reader, so that a whole change is computed first and written in one statement.
 * Reading sees the new objects.
 */
export class ObjectBatch implements ObjectReader {
  /** The body of an object that was added as text is parsed at the first read. */
  private readonly created = new Map<string, { object: NewObject; body?: unknown }>();

  /** @param meter counts all reads, objects of this batch included. */
  constructor(
    private readonly reader: ObjectReader,
    private readonly meter?: ReadMeter,
  ) {}

  /** Adds an object and answers its hash. */
  put(kind: ObjectKind, body: unknown, refs: readonly string[]): string {
    const encoded = encodeObject(kind, body);
    if (!this.created.has(encoded.hash)) {
      const object = { hash: encoded.hash, kind, text: encoded.text, refs: [...new Set(refs)] };
      this.created.set(encoded.hash, { object, body: encoded.body });
    }
    return encoded.hash;
  }

  /** Adds an encoded document with its derived values. */
  putDocument({ hash, text, derived }: { hash: string; text: string; derived: StoredDerived }): void {
    this.putEncoded([{ hash, kind: 'document', text, refs: [], derived }]);
  }

  /** Adds encoded objects. */
  putEncoded(objects: readonly NewObject[]): void {
    for (const object of objects)
      if (!this.created.has(object.hash)) this.created.set(object.hash, { object });
  }

  async read(hashes: readonly string[], meter = this.meter): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const own = this.created.get(hash);
      if (!own) missing.push(hash);
      else {
        meter?.add(own.object.text.length);
        found.set(hash, (own.body ??= JSON.parse(own.object.text)));
      }
    }
    if (missing.length > 0) {
      for (const [hash, body] of await this.reader.read(missing, meter)) found.set(hash, body);
    }
    return found;
  }

  async readTexts(hashes: readonly string[]): Promise<Map<string, string>> {
    const missing = hashes.filter((hash) => !this.created.has(hash));
    const found = missing.length > 0 ? await this.reader.readTexts(missing) : new Map<string, string>();
    for (const hash of hashes) {
      const own = this.created.get(hash);
      if (own) found.set(hash, own.object.text);
    }
    return found;
  }

  /** Takes over the objects of another batch that reads from this one. */
  absorb(other: ObjectBatch): void {
    for (const [hash, entry] of other.created) this.created.set(hash, entry);
  }

  /** The objects collected so far, in the order they were added. */
  objects(): NewObject[] {
    return [...this.created.values()].map((entry) => entry.object);
  }

  async flush(writer: ObjectWriter): Promise<void> {
    if (this.created.size > 0) await writer.write(this.objects());
  }
}

/** PostgreSQL text cannot hold U+0000, so it never enters an object: it becomes the replacement character. */
export function encodeObject(kind: ObjectKind, body: unknown): { hash: string; text: string; body: unknown } {
  const text = canonicalJson(body);
  if (!text.includes('\\u0000')) return { hash: sha256(kind + text), text, body };
  const clean = withoutNul(body);
  const cleanText = canonicalJson(clean);
  return { hash: sha256(kind + cleanText), text: cleanText, body: clean };
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replaceAll('\0', '\uFFFD'), withoutNul(member)]),
  );
}

/**
 * Reads one object.
 * @throws MissingObject
 */
export async function readObject<T>(reader: ObjectReader, hash: string): Promise<T> {
  const body = (await reader.read([hash])).get(hash);
  if (body === undefined) throw new MissingObject(hash);
  return body as T;
}

/** Reads objects at once, in the order of the hashes. @throws MissingObject */
export async function readObjects<T>(reader: ObjectReader, hashes: readonly string[]): Promise<T[]> {
  if (hashes.length === 0) return [];
  const found = await reader.read([...new Set(hashes)]);
  return hashes.map((hash) => {
    const body = found.get(hash);
    if (body === undefined) throw new MissingObject(hash);
    return body as T;
  });
}
