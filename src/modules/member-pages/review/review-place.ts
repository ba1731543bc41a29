import { Injectable } from '@nestjs/common';
import { type FoundChangeRequest, refusalOf } from '#modules/change-requests/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { type PreviewPlace, PreviewPlaces } from '../preview/preview-places.js';
import type { Problem } from './notices.js';
import { reviewUrls, type ReviewUrls } from './review-urls.js';
import type { ThreadRights } from './thread-rights.js';

/** The actions that a member may take on a change request as it is now. */
export interface ReviewRights {
  edit: boolean;
  describe: boolean;
  review: boolean;
  ask: boolean;
  resolve: boolean;
  merge: boolean;
  comment: boolean;
}

/** A change request that a member looks at. */
export interface ReviewPlace {
  found: FoundChangeRequest;
  /** Its content as a site, and the content that it is compared with. */
  preview: PreviewPlace;
  base: string;
  space: SpaceRecord;
  rights: ReviewRights;
  urls: ReviewUrls;
}

/** Finds change requests for the pages on which they are reviewed. */
@Injectable()
export class ReviewPlaces {
  constructor(
    private readonly config: Config,
    private readonly places: PreviewPlaces,
  ) {}

  /** @throws NotFound */
  async find({ actor, params }: MemberRequest): Promise<ReviewPlace> {
    const { space: spaceId = '', number = '' } = params;
    const preview = await this.places.find(actor, spaceId, { kind: 'change-request', key: number });
    if (!preview.changeRequest) throw new Error('The preview of a change request has one.');
    const { found, base } = preview.changeRequest;
    const may = (action: Parameters<typeof refusalOf>[1]): boolean => refusalOf(found, action) === null;
    return {
      found,
      preview,
      base,
      space: preview.space,
      rights: {
        edit: may('edit'),
        describe: may('describe'),
        review: may('review'),
        ask: may('request-review'),
        resolve: may('resolve'),
        merge: may('merge'),
        comment: may('comment'),
      },
      urls: reviewUrls(this.config.basePath, spaceId, found.changeRequest.number),
    };
  }
}

/** The same for threads. */
export function threadRights(
  { actor }: Pick<MemberRequest, 'actor'>,
  { rights, urls }: { rights: Pick<ReviewRights, 'comment' | 'edit'>; urls?: Pick<ReviewUrls, 'overview'> },
  problem?: Problem,
): ThreadRights {
  return {
    userId: actor.userId,
    mayComment: rights.comment,
    mayEdit: rights.edit,
    mayApply: rights.edit,
    talkHref: urls?.overview ?? '',
    ...(problem ? { problem } : {}),
  };
}
