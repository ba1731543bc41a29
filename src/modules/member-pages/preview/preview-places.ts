import { Injectable } from '@nestjs/common';
import {
  ChangeRequestContent,
  ChangeRequests,
  type FoundChangeRequest,
} from '#modules/change-requests/index.js';
import { PullRequests, type PullView } from '#modules/git/index.js';
import type { PublishedPlace } from '#modules/publishing/index.js';
import { ANYBODY, type DraftLooks, draftSite, SpaceLooks } from '#modules/sites/index.js';
import { type ContentContext, ContentContexts } from '#modules/space-content/index.js';
import { type SpacePermissions, type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';

/** The previewed content of a space: its current one, that of a change request or a pull request, or an earlier one. */
export type Previewed =
  | { kind: 'current' }
  | { kind: 'change-request'; key: string }
  | { kind: 'pull-request'; number: number }
  | { kind: 'revision'; id: string };

export interface PreviewPlace {
  context: ContentContext;
  place: PublishedPlace;
  space: SpaceRecord;
  /** True if the actor may write here: in place, or in a change request that the first edit opens. */
  isEditable: boolean;
  /** Permissions of the actor on the space. */
  permissions: SpacePermissions;
  /** Set for a change request, with the snapshot of the main content that it is compared with. */
  changeRequest?: { found: FoundChangeRequest; base: string };
  /** Set for a pull request, with the snapshot that it is compared with; null where there is no content of it yet. */
  pullRequest?: PullView & { base: string | null };
}

interface FoundContent extends Pick<PreviewPlace, 'context' | 'changeRequest' | 'pullRequest'> {
  /** Of the place, below the space. */
  path: string[];
}

/** Finds the content that a member wants to look at, as a site of one space. */
@Injectable()
export class PreviewPlaces {
  constructor(
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly changeRequests: ChangeRequests,
    private readonly changeRequestContent: ChangeRequestContent,
    private readonly pulls: PullRequests,
    private readonly urls: Urls,
    private readonly looks: SpaceLooks,
  ) {}

  /**
   * @param isEdited true for the place where pages are edited, whose links lead to pages to edit.
   * @throws NotFound for what is not there or not visible to the actor.
   */
  async find(actor: Actor, spaceId: string, what: Previewed, isEdited = false): Promise<PreviewPlace> {
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { path, ...found } = await this.contentOf(actor, spaceId, what);
    const { context, changeRequest } = found;
    const looks = await this.looks.of(actor, context.organizationId, spaceId);
    const siteUrl = `${this.urls.app('s', spaceId, ...path, ...(isEdited ? ['~', 'edit'] : []))}/`;
    const place = draftPlace(space, context, looks, siteUrl);
    const status = changeRequest?.found.changeRequest.status ?? 'open';
    const isBranch = what.kind === 'current' || what.kind === 'change-request';
    const isEditable = permissions.edit && isBranch && (status === 'open' || status === 'draft');
    return { ...found, place, space, isEditable, permissions };
  }

  private async contentOf(actor: Actor, spaceId: string, what: Previewed): Promise<FoundContent> {
    switch (what.kind) {
      case 'current':
        return { context: await this.contexts.current(actor, spaceId), path: [] };
      case 'revision':
        return {
          context: await this.contexts.atRevision(actor, spaceId, what.id),
          path: ['~', 'revisions', what.id],
        };
      case 'change-request': {
        const found = await this.changeRequests.requireChangeRequest(actor, spaceId, what.key);
        const { context, base } = await this.changeRequestContent.comparison(
          actor,
          spaceId,
          found.changeRequest.id,
        );
        const path = ['~', 'changes', String(found.changeRequest.number)];
        return { context: { ...context, actor }, path, changeRequest: { found, base } };
      }
      case 'pull-request': {
        const view = await this.pulls.get(actor, spaceId, what.number);
        const { revisionId, mainSnapshot: base } = view.pull;
        const context =
          revisionId === null
            ? await this.contexts.current(actor, spaceId)
            : await this.contexts.atRevision(actor, spaceId, revisionId);
        const path = ['~', 'pulls', String(what.number)];
        return { context: { ...context, isCurrent: false }, path, pullRequest: { ...view, base } };
      }
    }
  }
}

/**
 * The place at which a space alone is shown like a site, to readers without claims.
 * @param looks of a site with the space; those that sites have at first when null.
 * @param siteUrl absolute address of the place, with a slash at its end.
 */
export function draftPlace(
  { title, emoji, language }: Pick<SpaceRecord, 'title' | 'emoji' | 'language'>,
  { organizationId, spaceId, snapshot, revisionId }: ContentContext,
  looks: DraftLooks | null,
  siteUrl: string,
): PublishedPlace {
  const draft = { organizationId, spaceId, title, emoji, language, snapshot, revisionId };
  const site = draftSite(draft, looks);
  const [space] = site.spaces;
  if (!space) throw new Error('A draft has one space.');
  return { site, space, visitor: ANYBODY, siteUrl, siteBasePath: new URL(siteUrl).pathname };
}
