export type * from './space.events.js';
export { SpaceHooks, type SpacePurgeHook, type SpaceTransferHook } from './space-hooks.js';
export {
  SPACE_ACTIONS,
  type SpaceAction,
  spacePermissions,
  type SpacePermissions,
  spaceVerdict,
} from './space.policy.js';
export type {
  EditMode,
  PublishedPlace,
  PublishedVisibility,
  RevisionPointer,
  SpaceRecord,
  SpaceView,
} from './space.types.js';

// The signatures of the services; the classes take their place file by file.
import type { Actor } from '#platform/http/actor.js';
import type { Urls } from '#platform/http/urls.js';
import type { SpaceAction } from './space.policy.js';
import type { PublishedPlace, RevisionPointer, SpaceRecord, SpaceView } from './space.types.js';

export declare class SpacesModule {}
export declare class SpaceResource {
  object: 'space';
  id: string;
}
export declare function presentSpace(view: SpaceView, urls: Urls): SpaceResource;
export declare class Spaces {
  require(actor: Actor, spaceId: string, action: SpaceAction): Promise<SpaceView>;
  findVisible(actor: Actor, organizationId: string, spaceIds: string[]): Promise<Map<string, SpaceView>>;
  lock(organizationId: string, spaceId: string): Promise<SpaceRecord>;
  advance(space: SpaceRecord, to: RevisionPointer): Promise<void>;
  setPublished(organizationId: string, spaceId: string, place: PublishedPlace | null): Promise<void>;
  countChangeRequests(
    organizationId: string,
    spaceId: string,
    delta: { total?: number; open?: number; draft?: number },
  ): Promise<void>;
  countComments(organizationId: string, spaceId: string, delta: number): Promise<void>;
}
