import type { Visibility } from './space.values.js';

declare module '#platform/events/events.js' {
  interface EventMap {
    'space.created': { organizationId: string; spaceId: string; actorId: string };
    /** Settings changed, or its place; `fields` names what. */
    'space.updated': { organizationId: string; spaceId: string; fields: string[]; actorId: string };
    /** The space points at another revision. */
    'space.content-updated': { organizationId: string; spaceId: string; revisionId: string };
    /** The space is for others than before. */
    'space.visibility-updated': {
      organizationId: string;
      spaceId: string;
      previous: Visibility;
      visibility: Visibility;
    };
    'space.deleted': { organizationId: string; spaceId: string; actorId: string };
    'space.restored': { organizationId: string; spaceId: string; actorId: string };
    'space.transferred': { organizationId: string; spaceId: string; from: string; actorId: string };
    /** Gone for good; nothing can be loaded of it any more. */
    'space.purged': { organizationId: string; spaceId: string };
  }
}
