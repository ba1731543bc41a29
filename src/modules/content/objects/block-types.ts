import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ObjectsRepository } from './objects.repository.js';

/** The documents that hold blocks of a type, so that only these need a closer look. */
@Injectable()
export class BlockTypes {
  /** By type and the document's hash; a document never changes. */
  private readonly known = new LRUCache<string, boolean>({
    // `max` would allocate the memory of all entries at the start.
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });

  constructor(private readonly objects: ObjectsRepository) {}

  /**
   * The documents among `hashes` that hold a block of the type. A document that has the name of the type elsewhere
   * may be among them.
   * @param type such as `if`, as documents have it: letters and hyphens.
   */
  async documentsWith(organizationId: string, hashes: Iterable<string>, type: string): Promise<Set<string>> {
    const all = [...new Set(hashes)];
    const keyOf = (hash: string): string => `${type} ${organizationId} ${hash}`;
    const unknown = all.filter((hash) => !this.known.has(keyOf(hash)));
    const holding = new Set(all.filter((hash) => this.known.get(keyOf(hash)) === true));
    if (unknown.length === 0) return holding;
    for (const hash of await this.objects.holding(organizationId, unknown, `"type":"${type}"`))
      holding.add(hash);
    for (const hash of unknown) this.known.set(keyOf(hash), holding.has(hash));
    return holding;
  }
}
