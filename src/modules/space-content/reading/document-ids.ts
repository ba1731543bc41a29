import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InstallationSecrets } from '#modules/storage/index.js';

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 8;
const MAX_KNOWN_IDS = 20_000;

/**
 * Ids of documents as the API hands them out: the document's hash with a proof that it was handed out for this space.
 * A hash alone opens nothing, because it is the same in every space of the organization that holds the text.
 */
@Injectable()
export class DocumentIds {
  private readonly secret = this.secrets.declare('document-ids');
  /** A page tree contains the ids of all its pages, and is read again after each change of one. */
  private readonly known = new LRUCache<string, string>({ maxSize: MAX_KNOWN_IDS, sizeCalculation: () => 1 });

  constructor(private readonly secrets: InstallationSecrets) {}

  encode(spaceId: string, hash: string): string {
    const key = `${spaceId}:${hash}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const bytes = Buffer.from(hash, 'hex');
    const id = Buffer.concat([bytes, this.secret.sign([spaceId, bytes], SIGNATURE_BYTES)]).toString(
      'base64url',
    );
    this.known.set(key, id);
    return id;
  }

  /** The hash, or null when the id was not handed out for this space. */
  decode(spaceId: string, id: string): string | null {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== HASH_BYTES + SIGNATURE_BYTES) return null;
    const hash = bytes.subarray(0, HASH_BYTES);
    const isOurs = this.secret.verify(bytes.subarray(HASH_BYTES), [spaceId, hash], SIGNATURE_BYTES);
    return isOurs ? hash.toString('hex') : null;
  }
}
