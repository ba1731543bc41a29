import type { TestApp } from './test-app.js';

/** The answers from which an external renderer shows one address. */
export interface View {
  lookup: Lookup;
  published: Json;
  space: Json;
  revision: Json;
  page: Json;
  metaLinks: Json;
  document: Json;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies freely; the contract check guards their shape
type Json = any;

/** The answer to an address, with the path below the space for the whole address. */
export type Lookup = Json;

export type Visitor = { jwtToken?: string; unsignedClaims?: object };

/**
 * Requests the API like a renderer that knows only an address: every beginning of the address at once, then the site,
 * its space, the content and one page.
 */
export class TestRenderer {
  constructor(
    private readonly test: TestApp,
    private readonly token?: string,
  ) {}

  /** The answers to each beginning of the address, the shortest first; the last one is that of the longest. */
  async lookups(address: string, visitor: Visitor = {}) {
    const url = new URL(address);
    const segments = url.pathname.replace(/\/$/, '').split('/').slice(1);
    const tilde = segments.indexOf('~');
    const sent = tilde < 0 ? segments : segments.slice(0, tilde);
    const preview = tilde < 0 ? {} : previewOf(segments.slice(tilde));
    const ends =
      tilde >= 0
        ? [sent.length]
        : sent.includes('v')
          ? [sent.indexOf('v') + 2]
          : [0, 1, 2, 3, 4].filter((count) => count <= sent.length);
    const rest = tilde < 0 ? segments : [...sent, ...segments.slice(tilde + 3)];
    return Promise.all(
      ends.map(async (end) => {
        const body = {
          url: `${url.origin}/${sent.slice(0, end).join('/')}`,
          visitor: { unsignedClaims: {}, type: 'human', ...visitor },
          redirectOnError: false,
          cacheBust: 'x',
        };
        const answer = await this.test.api.as(this.token).post('/v1/urls/published', body);
        return { answer, extra: rest.slice(end).join('/'), isLongest: end === ends.at(-1), preview };
      }),
    );
  }

  async lookup(address: string, visitor: Visitor = {}): Promise<{ status: number; body: Lookup }> {
    const answers = await this.lookups(address, visitor);
    const taken =
      answers.find(({ answer }) => answer.status === 200 && answer.body.complete) ?? answers.at(-1)!;
    const { answer, extra, preview } = taken;
    if (answer.status !== 200 || 'redirect' in answer.body) return answer;
    const pathname = [answer.body.pathname, extra].join('/').replace(/\/+/g, '/');
    return { status: 200, body: { ...answer.body, ...preview, pathname } };
  }

  get(lookup: Lookup, path: string) {
    return this.test.api.as(lookup.apiToken).get(path);
  }

  post(lookup: Lookup, path: string, body: object) {
    return this.test.api.as(lookup.apiToken).post(path, body);
  }

  /**
   * The page at the address, by the calls of one page view in their order; throws for an address that is not a page.
   */
  async view(address: string, visitor: Visitor = {}): Promise<View> {
    const { status, body: lookup } = await this.lookup(address, visitor);
    if (status !== 200) throw new Error(`No content found: ${status}`);
    const query = lookup.shareKey ? `?shareKey=${lookup.shareKey}` : '';
    const ok = async (path: string): Promise<Json> => {
      const answer = await this.get(lookup, path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const [published, space] = await Promise.all([
      ok(`/v1/orgs/${lookup.organization}/sites/${lookup.site}/published${query}`),
      ok(`/v1/spaces/${lookup.space}${query}`),
    ]);
    const request = lookup.changeRequest
      ? await ok(`/v1/spaces/${lookup.space}/change-requests/${lookup.changeRequest}`)
      : undefined;
    const revisionId = lookup.revision ?? request?.revision ?? space.revision;
    const base = `/v1/spaces/${lookup.space}/revisions/${revisionId}`;
    const revision = await ok(`${base}?metadata=true`);
    const page = pageAt(revision.pages, lookup.pathname.replace(/^\/|\/$/g, ''));
    if (!page) throw new Error(`There is no page at ${lookup.pathname}.`);
    const metaLinks = await ok(`${base}/page/${page.id}/meta-links`);
    const document = await ok(
      `${base}/page/${page.id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
    );
    return { lookup, published, space, revision, page, metaLinks, document };
  }
}

function previewOf([, kind, id]: string[]): object {
  return kind === 'changes' ? { changeRequest: id } : { revision: id };
}

function pageAt(pages: Json[], path: string): Json {
  const all = pages.flatMap(function below(page: Json): Json[] {
    return [page, ...(page.pages ?? []).flatMap(below)];
  });
  return path === '' ? all.find((page) => page.type === 'document') : all.find((page) => page.path === path);
}

/** All text of a document. */
export function textOf(document: Json): string {
  return JSON.stringify(document);
}
