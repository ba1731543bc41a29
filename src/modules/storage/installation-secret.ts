import { createHmac, timingSafeEqual } from 'node:crypto';

/** A secret of this installation, by which it recognizes what it signed. */
export class InstallationSecret {
  private loaded?: Buffer;

  constructor(readonly name: string) {}

  load(bytes: Buffer): this {
    this.loaded = bytes;
    return this;
  }

  get bytes(): Buffer {
    if (!this.loaded) throw new Error(`The installation secret "${this.name}" is not loaded yet.`);
    return this.loaded;
  }

  /** The first `length` bytes of the HMAC-SHA-256 of the parts; no two lists of parts are signed alike. */
  sign(parts: readonly (string | Buffer)[], length = 16): Buffer {
    const signed = parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      return [Buffer.from(`${bytes.length}:`), bytes];
    });
    // At once: each call of the library costs more than what it computes here.
    return createHmac('sha256', this.bytes).update(Buffer.concat(signed)).digest().subarray(0, length);
  }

  /** True for the signature of the parts; it takes the same time for all others of its length. */
  verify(signature: Buffer, parts: readonly (string | Buffer)[], length = 16): boolean {
    return signature.length === length && timingSafeEqual(signature, this.sign(parts, length));
  }
}
