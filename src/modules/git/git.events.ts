interface SyncEvent {
  organizationId: string;
  spaceId: string;
  /** Revision of the space at that time. */
  revisionId: string;
  /** The commit that the space and the repository had in common last; empty before the first one. */
  commitId: string;
}

declare module '#platform/events/events.js' {
  interface EventMap {
    'git.sync-started': SyncEvent;
    'git.sync-ended': SyncEvent & { state: 'success' | 'failure' };
  }
}

export {};
