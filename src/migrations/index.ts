/** Every schema change, oldest first. A migration is never edited after it was released. */
export const migrations = [];
