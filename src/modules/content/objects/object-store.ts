import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { isLongText } from '#platform/event-loop/long-json.js';
import { ObjectCache } from './object-cache.js';
import type { NewObject, ObjectReader, ObjectWriter, ReadMeter } from './object.types.js';
import { ObjectsRepository } from './objects.repository.js';

/** A larger change is an import: caching all of it would evict the objects that readers are using. */
const MAX_OBJECTS_TO_KEEP = 500;

/** The objects of organizations: the cache in front of the table. */
@Injectable()
export class ObjectStore {
  constructor(
    private readonly objects: ObjectsRepository,
    private readonly cache: ObjectCache,
    private readonly clock: Clock,
  ) {}

  forOrganization(organizationId: string): ObjectReader & ObjectWriter {
    return {
      read: (hashes, meter) => this.read(organizationId, hashes, meter),
      readTexts: (hashes) => this.readTexts(organizationId, hashes),
      write: (objects) => this.write(organizationId, objects),
    };
  }

  /**
   * Loads the page tree of a snapshot in one statement when the cache lacks it: level by level it would take two
   * statements for each level. Trees that share most of their pages with a cached one are left alone.
   */
  async warm(organizationId: string, snapshot: string): Promise<void> {
    if (this.cache.get(organizationId, snapshot)) return;
    const eventLoop = new EventLoopYield();
    for (const [hash, text] of await this.objects.readTree(organizationId, snapshot)) {
      await eventLoop.yieldIfDue();
      if (!this.cache.get(organizationId, hash)) this.cache.add(organizationId, hash, text);
    }
  }

  /** One object; a long one as canonical JSON, which is not parsed here; null when it is not stored. */
  async readStored(organizationId: string, hash: string): Promise<object | string | null> {
    const known = this.cache.peek(organizationId, hash) ?? (await this.readText(organizationId, hash));
    if (typeof known !== 'string') return known;
    if (!isLongText(known)) return this.cache.add(organizationId, hash, known);
    this.cache.addText(organizationId, hash, known);
    return known;
  }

  /** Canonical JSON of one object; null when it is not stored. */
  async readText(organizationId: string, hash: string): Promise<string | null> {
    return (await this.readTexts(organizationId, [hash])).get(hash) ?? null;
  }

  private async readTexts(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const text = this.cache.getText(organizationId, hash);
      if (text === undefined) missing.push(hash);
      else found.set(hash, text);
    }
    if (missing.length > 0)
      for (const [hash, text] of await this.objects.read(organizationId, missing)) found.set(hash, text);
    return found;
  }

  private async read(
    organizationId: string,
    hashes: readonly string[],
    meter?: ReadMeter,
  ): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const length = meter && this.cache.lengthOf(organizationId, hash);
      if (length !== undefined) meter?.add(length);
      const body = await this.cache.find(organizationId, hash);
      if (body) found.set(hash, body);
      else missing.push(hash);
    }
    if (missing.length === 0) return found;
    const texts = await this.objects.read(organizationId, missing);
    if (meter) {
      // A thread may ask for these objects when they turn out to be too many for the event loop.
      for (const [hash, text] of texts) this.cache.addText(organizationId, hash, text);
      for (const text of texts.values()) meter.add(text.length);
    }
    for (const [hash, text] of texts) {
      found.set(hash, await this.cache.addLong(organizationId, hash, text));
    }
    return found;
  }

  private async write(organizationId: string, objects: readonly NewObject[]): Promise<void> {
    await this.objects.write(organizationId, objects, this.clock.now());
    if (objects.length > MAX_OBJECTS_TO_KEEP) return;
    // The next edit starts from these objects, and a page just written is likely to be read next.
    for (const { hash, text } of objects) this.cache.addText(organizationId, hash, text);
  }
}
