import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** What parsed JSON takes in memory for each character of its text, roughly. */
const BYTES_PER_CHARACTER = 4;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Objects this process has read, by organization and hash. An object never changes, so an entry is never wrong, in
 * whichever replica; only room makes entries go.
 */
@Injectable()
export class ObjectCache {
  private readonly bodies = new LRUCache<string, object>({ maxSize: MAX_BYTES });

  get(organizationId: string, hash: string): object | undefined {
    return this.bodies.get(`${organizationId}:${hash}`);
  }

  /** Keeps the object that `text` says and answers it; it is frozen because all readers share it. */
  add(organizationId: string, hash: string, text: string): object {
    const body = freeze(JSON.parse(text) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PER_CHARACTER + 100 });
    return body;
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
