declare module '#platform/events/events.js' {
  interface EventMap {
    'organization.created': { organizationId: string; userId: string };
    /** After the memberships of teams and the grants are gone. */
    'member.removed': { organizationId: string; userId: string };
  }
}

export {};
