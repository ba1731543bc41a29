import { PACK_LIMITS } from '../isomorphic/pack-limits.js';
import { isLfsPointer, LFS_POINTER_BYTES } from '../lfs-pointer.js';
import { fileTooLarge, noSuchObject, RemoteProblem } from '../remote-problem.js';
import type { BlobFacts } from '../remote-repository.js';
import { BlobReader } from './blob-reader.js';
import type { GitCalls } from './git-calls.js';

const TOO_LARGE: BlobFacts = { size: null, isTooLarge: true, isLfsPointer: false };

/** The bytes of files: fetched many at once, and read one by one. */
export class NativeBlobs {
  private readonly facts = new Map<string, BlobFacts>();
  private readonly reader: BlobReader;

  /** @param fetch brings objects here, all or none. */
  constructor(
    private readonly calls: GitCalls,
    private readonly fetch: (oids: readonly string[]) => Promise<void>,
  ) {
    this.reader = new BlobReader(calls.git, calls.dir);
  }

  close(): void {
    this.reader.close();
  }

  async load(oids: Iterable<string>): Promise<ReadonlyMap<string, BlobFacts>> {
    const wanted = [...new Set(oids)];
    const missing = await this.look(wanted.filter((oid) => !this.facts.has(oid)));
    if (missing.length > 0) {
      await this.fetchSome(missing);
      await this.look(missing.filter((oid) => !this.facts.has(oid)));
    }
    return new Map(
      wanted.flatMap((oid): [string, BlobFacts][] => {
        const facts = this.facts.get(oid);
        return facts ? [[oid, facts]] : [];
      }),
    );
  }

  async read(oid: string): Promise<Buffer> {
    const facts = (await this.load([oid])).get(oid);
    if (!facts) throw noSuchObject();
    if (facts.isTooLarge) throw fileTooLarge();
    return this.reader.read(oid);
  }

  /** Notes what is here. @returns what is not. */
  private async look(oids: readonly string[]): Promise<string[]> {
    if (oids.length === 0) return [];
    const input = [oids.map((oid) => `${oid}\n`).join('')];
    const output = await this.calls.local(['cat-file', '--batch-check'], { input });
    const missing: string[] = [];
    for (const line of output.split('\n')) {
      const [oid = '', type, size] = line.split(' ');
      if (oid === '') continue;
      if (size === undefined) missing.push(oid);
      else if (type === 'blob') this.facts.set(oid, await this.factsOf(oid, Number(size)));
    }
    return missing;
  }

  private async factsOf(oid: string, size: number): Promise<BlobFacts> {
    const isTooLarge = size > PACK_LIMITS.fileBytes;
    const isSmall = size > 0 && size <= LFS_POINTER_BYTES;
    return { size, isTooLarge, isLfsPointer: isSmall && isLfsPointer(await this.reader.read(oid)) };
  }

  /** Fetches halves where all are too large together; a file that is too large by itself is noted and left there. */
  private async fetchSome(oids: readonly string[]): Promise<void> {
    try {
      await this.fetch(oids);
    } catch (error) {
      const code = error instanceof RemoteProblem ? error.code : undefined;
      if (code !== 'too-large' && code !== 'no-such-object') throw error;
      const [only, second] = oids;
      if (only !== undefined && second === undefined) {
        if (code === 'too-large') this.facts.set(only, TOO_LARGE);
        return;
      }
      const half = Math.ceil(oids.length / 2);
      await this.fetchSome(oids.slice(0, half));
      await this.fetchSome(oids.slice(half));
    }
  }
}
