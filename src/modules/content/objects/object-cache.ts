import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { isLongText, parseLong } from '#platform/event-loop/long-json.js';

/** Approximate bytes of memory for each character of a text: as text, and as the parsed JSON. */
const BYTES_AS_TEXT = 1;
const BYTES_PARSED = 4;
/** Bytes of each object beside its text. */
const OVERHEAD = 100;
const MAX_BYTES = 64 * 1024 * 1024;
const FROZEN_AT_ONCE = 1000;

/**
 * Objects that this process has read or written, by organization and hash. An object never changes, so an entry stays
 * correct in every replica and is only evicted for lack of room.
 */
@Injectable()
export class ObjectCache {
  /** An entry is text until the object is needed: many written objects are never read again. */
  private readonly bodies = new LRUCache<string, object | string>({ maxSize: MAX_BYTES });

  /** The object, frozen because all readers share it. */
  get(organizationId: string, hash: string): object | undefined {
    const known = this.bodies.get(`${organizationId}:${hash}`);
    return typeof known === 'string' ? this.add(organizationId, hash, known) : known;
  }

  /** As `get`, yielding while the text of a long object is parsed. */
  async find(organizationId: string, hash: string): Promise<object | undefined> {
    const text = this.getText(organizationId, hash);
    if (text !== undefined && isLongText(text)) return this.addLong(organizationId, hash, text);
    return this.get(organizationId, hash);
  }

  /** The text of an object that is not parsed yet. */
  getText(organizationId: string, hash: string): string | undefined {
    const known = this.bodies.get(`${organizationId}:${hash}`);
    return typeof known === 'string' ? known : undefined;
  }

  /** Approximate length of an object's text; undefined for an object that is not cached. */
  lengthOf(organizationId: string, hash: string): number | undefined {
    const key = `${organizationId}:${hash}`;
    const known = this.bodies.peek(key);
    if (known === undefined || typeof known === 'string') return known?.length;
    return ((this.bodies.info(key)?.size ?? 0) - OVERHEAD) / BYTES_PARSED;
  }

  /** The entry itself: a text is not parsed. */
  peek(organizationId: string, hash: string): object | string | undefined {
    return this.bodies.get(`${organizationId}:${hash}`);
  }

  /** Parses and caches an object, and answers it. */
  add(organizationId: string, hash: string, text: string): object {
    const body = freeze(JSON.parse(text) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PARSED + OVERHEAD });
    return body;
  }

  /** As `add`, yielding while a long text is parsed. */
  async addLong(organizationId: string, hash: string, text: string): Promise<object> {
    if (!isLongText(text)) return this.add(organizationId, hash, text);
    const body = await freezeLong((await parseLong(text)) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PARSED + OVERHEAD });
    return body;
  }

  /** Caches the text of an object, which the first reader parses. */
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
