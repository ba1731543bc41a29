declare module '#platform/events/events.js' {
  interface EventMap {
    'site.created': { organizationId: string; siteId: string };
    /** Its settings or what it shows are others, or where it is. */
    'site.changed': { organizationId: string; siteId: string };
    /** Nothing can be loaded of it any more. */
    'site.deleted': { organizationId: string; siteId: string };
  }
}

export {};
