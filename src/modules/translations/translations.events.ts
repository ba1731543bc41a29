declare module '#platform/events/events.js' {
  interface EventMap {
    /** A run brought the translated space up to date. */
    'translation.completed': {
      organizationId: string;
      translationId: string;
      sourceSpaceId: string;
      /** The translated space, and whether this run made it. */
      spaceId: string;
      isNew: boolean;
      language: string;
      /** Whether it is to stand beside its source on sites, as whoever made the translation wished. */
      onSites: boolean;
      /** Who made the translation. */
      actorId: string;
    };
  }
}
export {};
