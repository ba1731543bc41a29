import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { BadRequest } from '#platform/http/errors.js';
import { MAX_METADATA_BYTES, type ProviderMetadata, readMetadata } from './read-metadata.js';

const TIMEOUT_MS = 10_000;

/** Reads the metadata in which an identity provider says how it is asked, and with which keys it signs. */
@Injectable()
export class SamlMetadata {
  constructor(private readonly guarded: GuardedFetch) {}

  /** @throws BadRequest saying what is wrong with it. */
  read(xml: string): ProviderMetadata {
    return readMetadata(xml);
  }

  /** The text of a file, up to the size of metadata. @throws BadRequest for a larger one */
  async readStream(stream: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      // The rest is read all the same, so that the form comes to its end.
      if (size <= MAX_METADATA_BYTES) chunks.push(chunk);
    }
    if (size > MAX_METADATA_BYTES)
      throw new BadRequest('Metadata: it is too large; give that of the provider alone.');
    return Buffer.concat(chunks).toString('utf8');
  }

  /**
   * Reads metadata at an address of the provider. Certificates that anybody on the way could change are worth nothing, so it is https.
   * @throws BadRequest
   */
  async fetch(address: string): Promise<ProviderMetadata> {
    if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
      throw new BadRequest('Address of the metadata: give one that begins with https://, or paste the XML.');
    try {
      const { bytes } = await this.guarded.fetchBytes(address, {
        headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
        ...{ maxBytes: MAX_METADATA_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 3 },
      });
      return readMetadata(new TextDecoder('utf-8').decode(bytes));
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      throw new BadRequest(`Address of the metadata: it cannot be read: ${error.message}.`);
    }
  }
}
