import { loadClasses } from '#platform/database/load-classes.js';

/** The entities of all modules: every class of a file whose name ends in `.entity`. */
export const entities = await loadClasses(new URL('./', import.meta.url), /\.entity\.[jt]s$/);
