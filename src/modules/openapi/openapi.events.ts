declare module '#platform/events/events.js' {
  interface EventMap {
    /** A specification says something new; `slug` is what content names it by. */
    'openapi.version-created': { organizationId: string; specId: string; slug: string; versionId: string };
    /** A specification is gone, but for what pages show of it. */
    'openapi.deleted': { organizationId: string; specId: string; slug: string };
  }
}

export {};
