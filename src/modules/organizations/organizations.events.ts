declare module '#platform/events/events.js' {
  interface EventMap {
    'organization.created': { organizationId: string; userId: string };
    /** Something that all sites of the organization show has changed, or their addresses have. */
    'organization.sites-changed': { organizationId: string };
    /** After the memberships of teams and the grants are gone. */
    'member.removed': { organizationId: string; userId: string };
  }
}

export {};
