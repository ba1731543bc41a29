import type { NewObject, ObjectReader, ObjectWriter, ReadMeter } from './object.types.js';

/** Objects in memory, for tests of the pure parts; counts the reads. */
export class MemoryObjects implements ObjectReader, ObjectWriter {
  readonly texts = new Map<string, NewObject>();
  reads = 0;
  objectsRead = 0;

  async read(hashes: readonly string[], meter?: ReadMeter): Promise<Map<string, unknown>> {
    const texts = await this.readTexts(hashes);
    for (const text of texts.values()) meter?.add(text.length);
    return new Map([...texts].map(([hash, text]) => [hash, JSON.parse(text) as unknown]));
  }

  readTexts(hashes: readonly string[]): Promise<Map<string, string>> {
    this.reads++;
    const found = new Map<string, string>();
    for (const hash of hashes) {
      const object = this.texts.get(hash);
      if (object) found.set(hash, object.text);
    }
    this.objectsRead += found.size;
    return Promise.resolve(found);
  }

  write(objects: readonly NewObject[]): Promise<void> {
    for (const object of objects) this.texts.set(object.hash, object);
    return Promise.resolve();
  }
}
