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
       * Whether it is to be put beside its source on sites now: when it was made, or when that was wished later. Whoever takes it off
       * a site after that has the last word.
       */
      onSites: boolean;
      /** In whose name it is put there: whoever made the translation, or wished that later. */
      actorId: string;
    };
  }
}
export {};
