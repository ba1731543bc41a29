import { Injectable } from '@nestjs/common';
import type { CustomFetchOptions } from 'openid-client';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { SignInRefused } from '#modules/saml/index.js';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Bodies come unpacked. */
const OF_THE_WAY = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Requests to identity providers, as the library sends them: by the client that keeps to public addresses. */
@Injectable()
export class OidcFetch {
  constructor(private readonly guarded: GuardedFetch) {}

  /** Follows no redirects. @throws SignInRefused when the provider cannot be reached */
  readonly send = async (
    url: string,
    { method, headers, body }: Pick<CustomFetchOptions, 'method' | 'headers' | 'body'>,
  ): Promise<Response> => {
    try {
      const answer = await this.guarded.fetchBytes(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        body: textOf(body),
        ...{ maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 0, anyStatus: true },
      });
      const kept = Object.entries(answer.headers).filter(
        ([name, value]) => typeof value === 'string' && !OF_THE_WAY.has(name),
      ) as [string, string][];
      const content = answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes);
      return new Response(content, { status: answer.status, headers: kept });
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      throw new SignInRefused(
        `The identity provider at ${new URL(url).host} cannot be asked: ${error.message}. Try again later.`,
      );
    }
  };

  /** A JSON answer. @throws SignInRefused for an answer that is an error, or no JSON */
  async json(url: string, token: string): Promise<unknown> {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const answer = await this.send(url, { method: 'GET', headers, body: null });
    const refused = new SignInRefused(
      `The identity provider at ${new URL(url).host} did not say who signed in.`,
    );
    if (!answer.ok) throw refused;
    return answer.json().catch(() => {
      throw refused;
    });
  }
}

function textOf(body: CustomFetchOptions['body']): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Requests to identity providers are texts.');
}
