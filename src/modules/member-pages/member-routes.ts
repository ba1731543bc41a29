import type { IncomingMessage } from 'node:http';
import { Injectable, type OnApplicationBootstrap, SetMetadata } from '@nestjs/common';
import { match, type MatchFunction } from 'path-to-regexp';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { DecoratedMethods } from '#platform/discovery/decorated-methods.js';
import type { Scope } from '#platform/http/scopes.js';
import type { VisitorRequest } from './member-request.js';

const MEMBER_PAGE = 'bindery:member-page';

export interface MemberPageOptions {
  /** Also takes forms; other pages are only looked at. */
  forms?: boolean;
  /** Answers visitors who are not signed in, too: `request.actor` may be null. */
  isOpen?: boolean;
  /** Scopes that the token of a session needs, where it was started with one. */
  scopes?: readonly Scope[];
  /** Scopes that a form needs beside `scopes`. */
  formScopes?: readonly Scope[];
  /** Ids of the operations of the API that the page and its scripts carry out; docs/reference/screens.md lists them. */
  operations?: readonly string[];
  /** Pages that load files from the same address refuse scripts themselves. */
  hasFiles?: boolean;
}

/** The page that answers a request. */
export interface MemberRoute extends MemberPageOptions {
  params: Record<string, string>;
  rest: string[];
  answer(request: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer>;
}

/**
 * The method answers the pages at a path below `/app`, `(request: MemberRequest, message) => Promise<SiteAnswer>`.
 * @param path as path-to-regexp reads it: `:name` becomes `request.params.name`, `*rest` becomes `request.rest`.
 */
export function AppRoute(path: string, options: MemberPageOptions = {}): MethodDecorator {
  return (target, key, descriptor) => {
    const method = descriptor.value as object;
    const others = (Reflect.getMetadata(MEMBER_PAGE, method) ?? []) as object[];
    SetMetadata(MEMBER_PAGE, [...others, { path, ...options }])(target, key, descriptor);
  };
}

/** The pages of members, wherever they are declared. */
@Injectable()
export class MemberRoutes implements OnApplicationBootstrap {
  private routes: {
    matches: MatchFunction<Record<string, string> & { rest?: string[] }>;
    route: Omit<MemberRoute, 'params' | 'rest'>;
  }[] = [];

  private paths: ReadonlySet<string> = new Set();

  constructor(private readonly methods: DecoratedMethods) {}

  onApplicationBootstrap(): void {
    const pages = this.methods.list<MemberPageOptions & { path: string }>(MEMBER_PAGE);
    this.paths = new Set(pages.map(({ options: { path } }) => path));
    pages.sort((one, other) => byPrecision(one.options.path, other.options.path));
    this.routes = pages.map(({ options: { path, ...options }, call }) => ({
      matches: match(path),
      route: { ...options, answer: (...request) => call(...request) as Promise<SiteAnswer> },
    }));
  }

  /** The paths of all pages, with the ids of the operations that each carries out. */
  list(): { path: string; operations: readonly string[] }[] {
    const pages = this.methods.list<MemberPageOptions & { path: string }>(MEMBER_PAGE);
    return pages.map(({ options: { path, operations = [] } }) => ({ path, operations }));
  }

  /** True if there is a page with this path, as {@link AppRoute} declares it. */
  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** The page at a path below `/app`, which begins with a slash; null if no page has it. @throws URIError */
  find(path: string): MemberRoute | null {
    for (const { matches, route } of this.routes) {
      const found = matches(path);
      if (!found) continue;
      const { rest = [], ...params } = found.params;
      return { ...route, params, rest };
    }
    return null;
  }
}

/** Orders a fixed segment before a named one, and both before the rest of a path: whatever is declared first, the exact path wins. */
function byPrecision(one: string, other: string): number {
  const [a, b] = [segmentRanks(one), segmentRanks(other)];
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function segmentRanks(path: string): number[] {
  return path
    .replaceAll(/[{}]/g, '')
    .split('/')
    .map((segment) => ({ ':': 1, '*': 2 })[segment[0] ?? ''] ?? 0);
}
