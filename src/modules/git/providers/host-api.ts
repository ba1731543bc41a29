import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { FetchFailed, GuardedFetch, type FetchOptions } from '#platform/http-client/guarded-fetch.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import { HostRefused } from './host-refused.js';
import type { ApiProvider, HostAccess } from './provider-access.js';

const MAX_ANSWER_BYTES = 16 * 2 ** 20;
const TIMEOUT_MS = 15_000;
/** Members of a page of a list. */
const PAGE: Record<ApiProvider, { name: string; size: number }> = {
  github: { name: 'per_page', size: 100 },
  gitlab: { name: 'per_page', size: 100 },
  // As many as servers give unless they are told otherwise.
  gitea: { name: 'limit', size: 50 },
  bitbucket: { name: 'pagelen', size: 100 },
};
const MOST_ITEMS = 2000;

export type HostMethod = NonNullable<FetchOptions['method']>;

/**
 * Asks hosts of repositories. The libraries that hosts publish connect by themselves, to whatever address they are told; what we ask are
 * a dozen operations, and they go the platform's way out, which keeps to public addresses.
 */
@Injectable()
export class HostApi {
  constructor(private readonly http: GuardedFetch) {}

  /**
   * Carries out an operation of the host.
   * @param path below the address of the API, encoded, with its query.
   * @returns the JSON of the answer; undefined for an empty one.
   * @throws HostRefused for a status that says so, RemoteProblem without an answer.
   */
  async send<T>(access: HostAccess, method: HostMethod, path: string, body?: object): Promise<T> {
    return this.request<T>(access.provider, method, `${access.apiBase}/${path}`, {
      ...authorization(access),
      ...(body ? { body } : {}),
    });
  }

  /**
   * All pages of a list, as far as they are bounded.
   * @param path without the number of the page.
   * @param pick takes the items out of an answer that has them in a member.
   * @throws as `send`
   */
  async list<T>(
    access: HostAccess,
    path: string,
    pick: (answer: never) => T[] = (answer) => answer as unknown as T[],
  ): Promise<T[]> {
    const { name, size } = PAGE[access.provider];
    const items: T[] = [];
    for (let page = 1; items.length < MOST_ITEMS; page++) {
      const query = `${path.includes('?') ? '&' : '?'}${name}=${size}&page=${page}`;
      const found = pick((await this.send(access, 'GET', path + query)) as never);
      // Some lists of Gitea have no pages: each answer has all of it.
      if (page > 1 && isDeepStrictEqual(found[0], items[0])) break;
      items.push(...found);
      if (found.length < size) break;
    }
    return items;
  }

  /** As `send`, of an address and with a header that the caller knows. */
  async request<T>(
    provider: ApiProvider,
    method: HostMethod,
    address: string,
    { headers, body }: { headers?: Record<string, string>; body?: object },
  ): Promise<T> {
    const answer = await this.fetch(address, {
      method,
      headers: {
        accept: provider === 'github' ? 'application/vnd.github+json' : 'application/json',
        'user-agent': 'Bindery',
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status < 200 || answer.status > 299) throw new HostRefused(provider, answer.status);
    const text = answer.bytes.toString();
    if (text === '') return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new RemoteProblem(
        'broken',
        `The API of ${new URL(address).host} answers no JSON; is the address that of a Git host?`,
      );
    }
  }

  private async fetch(address: string, options: Omit<FetchOptions, 'maxBytes'>) {
    try {
      return await this.http.fetchBytes(address, {
        ...options,
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        anyStatus: true,
      });
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const code =
        error.reason === 'timeout' || error.reason === 'address' || error.reason === 'too-large'
          ? error.reason
          : 'unreachable';
      throw new RemoteProblem(code, `${hostOf(address)} could not be asked: ${error.message}.`);
    }
  }
}

function authorization({ provider, token, username }: HostAccess): { headers: Record<string, string> } {
  const isBasic = provider === 'bitbucket' && username !== undefined;
  if (isBasic)
    return {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` },
    };
  const kind = provider === 'gitea' ? 'token' : 'Bearer';
  return { headers: { authorization: `${kind} ${token}` } };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'The host';
}
