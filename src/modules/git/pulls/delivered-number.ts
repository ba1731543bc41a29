import { isRecord } from '#modules/documents/index.js';

/**
 * Number of the pull request that a webhook tells of, whichever host sent it; undefined for everything else. Its other members are not
 * read: what they say is asked of the host.
 */
export function numberIn(body: Record<string, unknown>): number | undefined {
  const { pull_request: pull, issue, merge_request: merge, object_attributes: attributes } = body;
  const bitbucket = body['pullrequest'];
  const isRequest = body['object_kind'] === 'merge_request';
  const candidates = [
    isRecord(pull) && pull['number'],
    isRecord(issue) && isRecord(issue['pull_request']) && issue['number'],
    isRecord(merge) && merge['iid'],
    isRequest && isRecord(attributes) && attributes['iid'],
    isRecord(bitbucket) && bitbucket['id'],
  ];
  return candidates.find((one): one is number => Number.isSafeInteger(one) && (one as number) > 0);
}
