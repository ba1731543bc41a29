import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { isLongText, parseLong } from '#platform/event-loop/long-json.js';

/** Approximate bytes of memory for each character of a text: as text, and as the parsed JSON. */
const BYTES_AS_TEXT = 1;
const BYTES_PARSED = 4;
/** Bytes that any object takes beside that. */
const OVERHEAD = 100;
const MAX_BYTES = 64 * 1024 * 1024;
const FROZEN_AT_ONCE = 1000;

/**
 * Objects this process has read or written, by organization and hash. An object never changes, so an entry is never
 * wrong, in whichever replica; only room makes entries go.
 */
@Injectable()
export class ObjectCache {
  /** A text until somebody asks for the object: much of what is written is never read again. */
  private readonly bodies = new LRUCache<string, object | string>({ maxSize: MAX_BYTES });

  /** The object, frozen because all readers share it. */
  get(organizationId: string, hash: string): object | undefined {
    const known = this.bodies.get(`${organizationId}:${hash}`);
    return typeof known === 'string' ? this.add(organizationId, hash, known) : known;
  }

  /** As `get`, with turns for others where the text of a long object was not read yet. */
  async find(organizationId: string, hash: string): Promise<object | undefined> {
    const text = this.getText(organizationId, hash);
    if (text !== undefined && isLongText(text)) return this.addLong(organizationId, hash, text);
    return this.get(organizationId, hash);
  }

  /** The text of an object, while nobody has asked for the object. */
  getText(organizationId: string, hash: string): string | undefined {
    const known = this.bodies.get(`${organizationId}:${hash}`);
    return typeof known === 'string' ? known : undefined;
  }

  /** About how long the text of an object is; undefined for one that is not kept. */
  lengthOf(organizationId: string, hash: string): number | undefined {
    const key = `${organizationId}:${hash}`;
    const known = this.bodies.peek(key);
    if (known === undefined || typeof known === 'string') return known?.length;
    return ((this.bodies.info(key)?.size ?? 0) - OVERHEAD) / BYTES_PARSED;
  }

  /** As it is kept: a text is not parsed. */
  peek(organizationId: string, hash: string): object | string | undefined {
    return this.bodies.get(`${organizationId}:${hash}`);
  }

  /** Keeps the object that `text` says and answers it. */
  add(organizationId: string, hash: string, text: string): object {
    const body = freeze(JSON.parse(text) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PARSED + OVERHEAD });
    return body;
  }

  /** As `add`, with turns for others while a long text is read. */
  async addLong(organizationId: string, hash: string, text: string): Promise<object> {
    if (!isLongText(text)) return this.add(organizationId, hash, text);
    const body = await freezeLong((await parseLong(text)) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PARSED + OVERHEAD });
    return body;
  }

  /** Keeps what an object says, for whoever asks first. */
  addText(organizationId: string, hash: string, text: string): void {
    const key = `${organizationId}:${hash}`;
    if (!this.bodies.has(key)) this.bodies.set(key, text, { size: text.length * BYTES_AS_TEXT + OVERHEAD });
  }
}

async function freezeLong<T>(value: T): Promise<T> {
  const eventLoop = new EventLoopYield();
  const stack: unknown[] = [value];
  for (let count = 0; stack.length > 0; count += 1) {
    const top = stack.pop();
    if (typeof top !== 'object' || top === null) continue;
    Object.freeze(top);
    for (const member of Object.values(top)) if (typeof member === 'object') stack.push(member);
    if (count % FROZEN_AT_ONCE === 0) await eventLoop.yieldIfDue();
  }
  return value;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
