import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FileRecord } from '#modules/content/index.js';
import { Storage } from '#modules/storage/index.js';
import { MAX_SOURCE_SIZE } from './source-fetch.js';
import { SpecificationReader } from './specification-reader.js';
import { type Specification, UnreadableSpecification } from './specification.js';

/** Characters of JSON that are cached in parsed form. */
const CACHED_SIZE = 20_000_000;

/** The specification in a file, or a sentence on why it cannot be shown. */
export type FileReading = { specification: Specification } | { problem: string };

/** Readers of pages wait for this reader, so it has a separate thread and a shorter time limit, and fetches no other files. */
@Injectable()
export class FileSpecificationReader extends SpecificationReader {
  protected override readonly timeLimitMs = 30_000;
  protected override readonly isChecking = false;
}

/** Specifications that are files of spaces. A file is named by the hash of its bytes, so its reading never expires. */
@Injectable()
export class FileSpecifications {
  private readonly readings = new LRUCache<string, { reading: FileReading; size: number }, FileRecord>({
    maxSize: CACHED_SIZE,
    sizeCalculation: ({ size }) => size,
    // Pages that show the same file at the same time share one reading.
    fetchMethod: (key, _stale, { context: file }) => this.readFile(organizationOf(key), file),
  });

  constructor(
    private readonly storage: Storage,
    private readonly reader: FileSpecificationReader,
  ) {}

  /** The result is shared: copy it before changing. */
  async read(organizationId: string, file: FileRecord): Promise<FileReading> {
    const key = `${organizationId} ${file.blob}`;
    return (await this.readings.forceFetch(key, { context: file })).reading;
  }

  private async readFile(
    organizationId: string,
    { blob, size }: FileRecord,
  ): Promise<{ reading: FileReading; size: number }> {
    if (size > MAX_SOURCE_SIZE)
      return problem(
        `The file is larger than ${MAX_SOURCE_SIZE / 1024 / 1024} MB, the limit of specifications.`,
      );
    const bytes = await this.storage.read(organizationId, blob);
    if (!bytes) return problem('The file is missing in storage.');
    try {
      const { json } = await this.reader.read(bytes.toString('utf8'), undefined, refuseFile);
      return { reading: { specification: JSON.parse(json) as Specification }, size: json.length };
    } catch (error) {
      if (error instanceof UnreadableSpecification) return problem(error.message);
      throw error;
    }
  }
}

function problem(text: string): { reading: FileReading; size: number } {
  return { reading: { problem: text }, size: text.length };
}

function organizationOf(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}

/** If each reader of a page caused requests to other servers, the page could be used to attack them. */
function refuseFile(address: string, place: string): Promise<string> {
  return Promise.reject(
    new UnreadableSpecification(
      `${place} refers to ${address}; a specification that is a file of a space holds everything itself. ` +
        'Bundle it into one file, or register it as an OpenAPI specification of the organization.',
    ),
  );
}
