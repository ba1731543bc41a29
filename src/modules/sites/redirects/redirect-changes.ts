import { isDeepStrictEqual } from 'node:util';
import type { AuditRecord } from '#modules/audit/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { sourceKey } from './redirect-source.js';
import type { BulkRedirectResultResource } from './site-redirect.dto.js';
import type { SiteRedirectEntity } from './site-redirect.entity.js';

/** A redirect of a list once it is carried out. */
export type AppliedRedirect = BulkRedirectResultResource & {
  before?: SiteRedirectEntity;
  after?: SiteRedirectEntity;
};

/** A redirect of a list with its outcome, were it carried out. */
export interface RedirectPreview extends BulkRedirectResultResource {
  /** True for one that is as wanted already. */
  isSame: boolean;
}

/** Ends a transaction whose results are only looked at. */
export class TakenBack extends Error {
  constructor(readonly results: RedirectPreview[]) {
    super('A preview is taken back.');
  }
}

/** The redirect as the audit log names it. */
export function auditTarget({ id, source }: SiteRedirectEntity): AuditRecord['target'] {
  return { type: 'site-redirect', id, label: source };
}

/** Members of a redirect that the audit log shows. */
export function shown({
  source,
  destination,
  draft,
  captureWildcard,
  permanent,
}: SiteRedirectEntity): object {
  return { source, destination, draft, captureWildcard, permanent };
}

/** The result as the API shows it. */
export function resultOf({ status, source, draft, id, error }: AppliedRedirect): BulkRedirectResultResource {
  return {
    status,
    source,
    draft,
    ...(id === undefined ? {} : { id }),
    ...(error === undefined ? {} : { error }),
  };
}

/** The result with whether the change left the redirect as it was. */
export function compared({ before, after, ...result }: AppliedRedirect): RedirectPreview {
  const isSame =
    before !== undefined && after !== undefined && isDeepStrictEqual(shown(before), shown(after));
  return { ...result, isSame };
}

/** @throws BadRequest for a source that no request can have. */
export function checkedKey(source: string): string {
  const key = sourceKey(source);
  if (key === null)
    throw new BadRequest('source: no page has such a path; leave out dots and encoded slashes.');
  return key;
}
