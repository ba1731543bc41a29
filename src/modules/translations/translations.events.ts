declare module '#platform/events/events.js' {
  interface EventMap {
    /** A run brought the translated space up to date. */
    'translation.completed': {
      organizationId: string;
      sourceSpaceId: string;
      /** The translated space. */
      spaceId: string;
      language: string;
      /**
       * True when it is to be put on the sites of its source now: at creation, or when that is requested later. Later
       * removals from a site stay.
       */
      onSites: boolean;
      /** In whose name it is put there: whoever made the translation, or wished that later. */
      actorId: string;
    };
  }
}
export {};
