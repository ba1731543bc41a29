import type { MemberRequest } from '#modules/member-pages/index.js';

/** Rows of one page of a list. */
const MOST = 50;

/** The filter in the address of a list across spaces. */
export interface ListFilter {
  /** Id of a space; empty for all. */
  space: string;
  /** Words in the name. */
  search: string;
  /** Only what no page uses. */
  isUnused: boolean;
}

/** The filter of an address, and the place in the list. */
export function readListRequest({ query }: MemberRequest) {
  const filter: ListFilter = {
    space: (query.get('space') ?? '').trim().slice(0, 64),
    search: (query.get('search') ?? '').trim().slice(0, 255),
    isUnused: query.get('unused') === 'yes',
  };
  const page = { limit: MOST, page: query.get('page') ?? undefined };
  const asked = filter.space === '' ? {} : { spaceId: filter.space };
  return { filter, page, asked };
}

/** The filter as members of an address. */
export function filterQuery({ space, search, isUnused }: ListFilter): Record<string, string> {
  return {
    ...(space === '' ? {} : { space }),
    ...(search === '' ? {} : { search }),
    ...(isUnused ? { unused: 'yes' } : {}),
  };
}
