declare module '#platform/events/events.js' {
  interface EventMap {
    'collection.created': { organizationId: string; collectionId: string; actorId: string };
    /** Settings changed, or its place; `fields` names what. */
    'collection.updated': { organizationId: string; collectionId: string; fields: string[]; actorId: string };
    'collection.deleted': { organizationId: string; collectionId: string; actorId: string };
    'collection.transferred': { organizationId: string; collectionId: string; from: string; actorId: string };
  }
}

export {};
