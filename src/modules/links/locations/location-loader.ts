import { Injectable } from '@nestjs/common';
import { type ChangeRequestRow, presentChangeRequest } from '#modules/change-requests/index.js';
import { Collections, presentCollection } from '#modules/collections/index.js';
import { OpenApiSpecs, presentSpec } from '#modules/openapi/index.js';
import { Members, Organizations, presentOrganization } from '#modules/organizations/index.js';
import { type ContentContext, ContentLocations } from '#modules/space-content/index.js';
import { presentSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import { presentUser, Users } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { LinkPlace, LinkTarget } from '../link.types.js';
import type { VersionContext } from './content-location.js';
import { type LoadedVersion, Locations } from './locations.js';

/** The content in which links are read, with its change request when it belongs to one; the actor may see it. */
export interface LinkContext {
  actor: Actor;
  context: ContentContext;
  changeRequest?: ChangeRequestRow;
}

/** Loads what places and targets name, each kind of thing in one go, and only what the actor may see. */
@Injectable()
export class LocationLoader {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly users: Users,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly content: ContentLocations,
    private readonly specifications: OpenApiSpecs,
    private readonly urls: Urls,
  ) {}

  async load(
    { actor, context, changeRequest }: LinkContext,
    targets: readonly LinkTarget[],
    places: readonly LinkPlace[],
  ): Promise<Locations> {
    const { organizationId } = context;
    const ids = (kind: LinkTarget['kind']) =>
      targets.flatMap((target) => (target.kind === kind ? [target.target] : []));
    const spaceIds = [...ids('space'), ...targets.map(({ space }) => space), ...places.map((p) => p.spaceId)];
    const views = await this.spaces.findVisible(actor, organizationId, [
      context.spaceId,
      ...spaceIds.filter((id) => id !== ''),
    ]);
    const collections = await this.collections.findVisible(actor, organizationId, ids('collection'));
    const specifications = await this.specifications.findVisible(actor, organizationId, ids('openapi'));
    return new Locations({
      organization: presentOrganization(
        await this.organizations.viewOrganization(actor, organizationId),
        this.urls,
      ),
      spaces: new Map([...views].map(([id, view]) => [id, presentSpace(view, this.urls)])),
      collections: new Map([...collections].map(([id, view]) => [id, presentCollection(view, this.urls)])),
      users: await this.usersOf(organizationId, ids('user')),
      specifications: new Map(
        [...specifications].map(([slug, view]) => [slug, presentSpec(view, this.urls)]),
      ),
      versions: await this.versionsOf({ actor, context, changeRequest }, views, targets, places),
    });
  }

  private async usersOf(organizationId: string, userIds: string[]) {
    const members = await this.members.findMemberIds(organizationId, userIds);
    const users = await this.users.findUsersByIds(members);
    return new Map([...users].map(([id, user]) => [id, presentUser(user, this.urls)]));
  }

  /** The content asked for, and the current one of each other space that is named. */
  private async versionsOf(
    { context, changeRequest }: LinkContext,
    views: ReadonlyMap<string, SpaceView>,
    targets: readonly LinkTarget[],
    places: readonly LinkPlace[],
  ): Promise<Map<string, LoadedVersion>> {
    const versions = new Map<string, LoadedVersion>();
    for (const [spaceId, { space }] of views) {
      const isOwn = spaceId === context.spaceId;
      const named = {
        targets: targets.filter((target) => target.space === spaceId),
        places: places.filter((place) => place.spaceId === spaceId),
      };
      if (named.targets.length + named.places.length === 0) continue;
      const version = isOwn
        ? context
        : {
            organizationId: space.organizationId,
            spaceId,
            revisionId: space.revisionId,
            snapshot: space.snapshot,
          };
      versions.set(spaceId, await this.version(version, isOwn ? changeRequest : undefined, named));
    }
    return versions;
  }

  private async version(
    context: ContentContext,
    changeRequest: ChangeRequestRow | undefined,
    { targets, places }: { targets: LinkTarget[]; places: LinkPlace[] },
  ): Promise<LoadedVersion> {
    const ids = (kind: LinkTarget['kind']) => [
      ...targets.flatMap((target) => (target.kind === kind ? [target.target] : [])),
      ...places.flatMap((place) => (place.kind === kind ? [place.id] : [])),
    ];
    const versionContext: VersionContext = changeRequest
      ? { type: 'changeRequest', changeRequest: presentChangeRequest(changeRequest, this.urls) }
      : { type: 'revision', revision: await this.content.revision(context) };
    return {
      versionContext,
      pages: await this.content.pages(context, ids('page')),
      files: await this.content.files(context, ids('file')),
      reusableContents: await this.content.reusableContents(context, ids('reusable-content')),
    };
  }
}
