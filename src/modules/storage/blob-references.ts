import { Injectable } from '@nestjs/common';

/** Answers which of an organization's blobs are still referred to. */
export type BlobReferenceCheck = (organizationId: string, blobs: string[]) => Promise<Iterable<string>>;

/** Modules that refer to blobs say so here; a blob that none of them knows is garbage. */
@Injectable()
export class BlobReferences {
  private readonly checks: BlobReferenceCheck[] = [];

  register(check: BlobReferenceCheck): void {
    this.checks.push(check);
  }

  /** Nothing may be collected before anybody could object. */
  get isComplete(): boolean {
    return this.checks.length > 0;
  }

  async findReferenced(organizationId: string, blobs: string[]): Promise<Set<string>> {
    const referenced = new Set<string>();
    for (const check of this.checks) {
      const rest = blobs.filter((blob) => !referenced.has(blob));
      if (rest.length === 0) break;
      for (const blob of await check(organizationId, rest)) referenced.add(blob);
    }
    return referenced;
  }
}
