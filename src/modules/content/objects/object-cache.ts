import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** What a character of the text takes in memory, roughly: as text, and as the parsed JSON. */
const BYTES_AS_TEXT = 1;
const BYTES_PARSED = 4;
const MAX_BYTES = 64 * 1024 * 1024;

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

  /** Keeps the object that `text` says and answers it. */
  add(organizationId: string, hash: string, text: string): object {
    const body = freeze(JSON.parse(text) as object);
    this.bodies.set(`${organizationId}:${hash}`, body, { size: text.length * BYTES_PARSED + 100 });
    return body;
  }

  /** Keeps what an object says, for whoever asks first. */
  addText(organizationId: string, hash: string, text: string): void {
    const key = `${organizationId}:${hash}`;
    if (!this.bodies.has(key)) this.bodies.set(key, text, { size: text.length * BYTES_AS_TEXT + 100 });
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
