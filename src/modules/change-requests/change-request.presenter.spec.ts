import type { Urls } from '#platform/http/urls.js';
import { describe, expect, it } from 'vitest';
import { ChangeRequestEntity } from './change-request.entity.js';
import { isOutdated, presentChangeRequest } from './change-request.presenter.js';

const urls = {
  api: (...segments: string[]) => `https://docs.test/v1/${segments.join('/')}`,
  app: (...segments: string[]) => `https://docs.test/app/${segments.join('/')}`,
  at: (...segments: string[]) => `https://docs.test/${segments.join('/')}`,
} as Urls;

function changeRequest(fields: Partial<ChangeRequestEntity> = {}): ChangeRequestEntity {
  return Object.assign(new ChangeRequestEntity(), {
    organizationId: 'org',
    id: 'cr',
    spaceId: 'space',
    number: 3,
    status: 'draft',
    subject: 'Fix typos',
    description: null,
    createdBy: 'ann',
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    updatedAt: new Date('2026-01-03T03:04:05.678Z'),
    revisionId: 'r2',
    snapshot: 'hash',
    revisionInitialId: 'r1',
    revisionMergedAncestorId: null,
    revisionMergedId: null,
    mergedBy: null,
    mergedAt: null,
    conversationsIssuesCluster: null,
    commentsOpen: 2,
    ...fields,
  });
}

describe('the outdated flag of a change request', () => {
  it.each([
    ['main stands where it was started', {}, 'r1', false],
    ['main moved since it was started', {}, 'r5', true],
    ['main stands where it was last updated', { revisionMergedAncestorId: 'r5' }, 'r5', false],
    ['main moved since the last update', { revisionMergedAncestorId: 'r5' }, 'r6', true],
    ['it is archived and main moved', { status: 'archived' as const }, 'r5', true],
    ['it is merged', { status: 'merged' as const }, 'r5', false],
  ])('is correct when %s', (_, fields, main, expected) => {
    expect(isOutdated(changeRequest(fields), main)).toBe(expected);
  });
});

describe('the resource of a change request', () => {
  const creator = { id: 'ann', displayName: 'Ann', email: 'ann@example.com', photoUrl: null };

  it('names every member and leaves out empty ones', () => {
    const row = { changeRequest: changeRequest(), creator, merger: null, mainRevisionId: 'r1' };
    expect(presentChangeRequest(row, urls)).toEqual({
      object: 'change-request',
      id: 'cr',
      number: 3,
      status: 'draft',
      subject: 'Fix typos',
      createdBy: expect.objectContaining({ object: 'user', id: 'ann' }) as object,
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-03T03:04:05.678Z',
      space: 'space',
      revision: 'r2',
      revisionInitial: 'r1',
      comments: 2,
      outdated: false,
      urls: {
        app: 'https://docs.test/app/s/space/~/changes/3/~/review',
        location: 'https://docs.test/v1/spaces/space/change-requests/cr',
      },
    });
  });

  it('names the revisions of an update and of a merge', () => {
    const merged = changeRequest({
      revisionMergedAncestorId: 'r5',
      revisionMergedId: 'r6',
      status: 'merged',
      mergedBy: 'ben',
      mergedAt: new Date('2026-01-04T03:04:05.678Z'),
    });
    const merger = { ...creator, id: 'ben' };
    const row = { changeRequest: merged, creator, merger, mainRevisionId: 'r6' };
    expect(presentChangeRequest(row, urls)).toMatchObject({
      ...{ revisionMergedAncestor: 'r5', revisionMerged: 'r6', outdated: false },
      ...{ mergedBy: { id: 'ben' }, mergedAt: '2026-01-04T03:04:05.678Z' },
    });
    const forReader = presentChangeRequest(row, urls, { isForReader: true });
    expect(forReader).not.toHaveProperty('mergedBy');
    expect(forReader).not.toHaveProperty('mergedAt');
  });
});
