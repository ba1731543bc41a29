interface SyncEvent {
  organizationId: string;
  spaceId: string;
  /** Revision of the space at that time. */
  revisionId: string;
  /** The commit that the space and the repository had in common last; empty before the first one. */
  commitId: string;
}

/** A connection of a space with a repository that waits for somebody. */
export interface ConnectionEvent {
  organizationId: string;
  spaceId: string;
  connectionId: string;
  /** The user who made the connection. */
  userId: string;
}

/** The runs of a connection begin to fail. */
export interface ConnectionFailingEvent extends ConnectionEvent {
  /** When they began, as an ISO string. */
  since: string;
}

/** Both sides changed the same places, about which people decide in a change request. */
export interface ConnectionConflictsEvent extends ConnectionEvent {
  changeRequestId: string;
}

/** The runs of the connection of a site begin to fail. */
export interface SiteConnectionFailingEvent {
  organizationId: string;
  siteId: string;
  connectionId: string;
  /** The user who made the connection. */
  userId: string;
  /** When they began, as an ISO string. */
  since: string;
}

declare module '#platform/events/events.js' {
  interface EventMap {
    'git.sync-started': SyncEvent;
    'git.sync-ended': SyncEvent & { state: 'success' | 'failure' };
    'git-connection.failing': ConnectionFailingEvent;
    'git-site-connection.failing': SiteConnectionFailingEvent;
    'git-connection.conflicts': ConnectionConflictsEvent;
  }
}
