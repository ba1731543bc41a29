import type { NewObject, ObjectReader, ObjectWriter } from './object.types.js';

/** Objects in memory, for tests of the pure parts; counts what it is asked for. */
export class MemoryObjects implements ObjectReader, ObjectWriter {
  readonly texts = new Map<string, NewObject>();
  reads = 0;
  objectsRead = 0;

  read(hashes: readonly string[]): Promise<Map<string, unknown>> {
    this.reads++;
    const found = new Map<string, unknown>();
    for (const hash of hashes) {
      const object = this.texts.get(hash);
      if (object) found.set(hash, JSON.parse(object.text));
    }
    this.objectsRead += found.size;
    return Promise.resolve(found);
  }

  write(objects: readonly NewObject[]): Promise<void> {
    for (const object of objects) this.texts.set(object.hash, object);
    return Promise.resolve();
  }
}
