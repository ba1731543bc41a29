declare module '#platform/events/events.js' {
  interface EventMap {
    'organization.created': { organizationId: string; userId: string };
    /** What all its sites show of it is something else, or where they are. */
    'organization.sites-changed': { organizationId: string };
    /** After the memberships of teams and the grants are gone. */
    'member.removed': { organizationId: string; userId: string };
  }
}

export {};
