import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { ConfiguredServerFetch } from '#platform/http-client/configured-server-fetch.js';

const PATH = '/~gitbook/revalidate';
/** Of an answer that nobody reads. */
const MAX_BYTES = 64 * 1024;

/** The renderer elsewhere that shows the sites of this installation. */
@Injectable()
export class RendererEndpoint {
  constructor(
    private readonly config: Config,
    private readonly http: ConfiguredServerFetch,
  ) {}

  /** Has it read again what it keeps under these tags. @throws FetchFailed when it does not answer that it will. */
  async revalidate(tags: readonly string[]): Promise<void> {
    const { rendererUrl = '', rendererSecret } = this.config;
    const body = JSON.stringify({ tags });
    const signature =
      rendererSecret === undefined
        ? undefined
        : createHmac('sha256', rendererSecret).update(body).digest('hex');
    await this.http.fetchBytes(rendererUrl + PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-gitbook-signature': signature }),
      },
      body,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
  }
}
