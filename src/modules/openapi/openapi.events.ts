declare module '#platform/events/events.js' {
  interface EventMap {
    /** A specification has a new version; content names the specification by `slug`. */
    'openapi.version-created': { organizationId: string; specId: string; slug: string; versionId: string };
    /** A specification was deleted; pages go on to show its last version. */
    'openapi.deleted': { organizationId: string; specId: string; slug: string };
  }
}

export {};
