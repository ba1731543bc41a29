declare module '#platform/events/events.js' {
  interface EventMap {
    'team.deleted': { organizationId: string; teamId: string };
  }
}

export {};
