import type { Visibility } from './space.values.js';

declare module '#platform/events/events.js' {
  interface EventMap {
    'space.created': { organizationId: string; spaceId: string; actorId: string };
    /** The settings or the place of the space changed; `fields` names them. */
    'space.updated': { organizationId: string; spaceId: string; fields: string[]; actorId: string };
    /** The space points at another revision; of a run of autosaves at the last, once nobody has saved for a while. */
    'space.content-updated': { organizationId: string; spaceId: string; revisionId: string };
    /** The space points at another autosave, which others hear of later. */
    'space.content-autosaved': { organizationId: string; spaceId: string; revisionId: string };
    /** The audience of the space changed. */
    'space.visibility-updated': {
      organizationId: string;
      spaceId: string;
      previous: Visibility;
      visibility: Visibility;
    };
    'space.deleted': { organizationId: string; spaceId: string; actorId: string };
    'space.restored': { organizationId: string; spaceId: string; actorId: string };
    'space.unarchived': { organizationId: string; spaceId: string; actorId: string };
    'space.transferred': { organizationId: string; spaceId: string; from: string; actorId: string };
    /** The space is purged; none of its rows can be loaded any more. */
    'space.purged': { organizationId: string; spaceId: string };
  }
}
