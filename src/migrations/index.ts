import { loadClasses } from '#platform/database/load-classes.js';

/** All migrations, in the order in which they run: that of the numbers with which their files begin. */
export const migrations = await loadClasses(new URL('./', import.meta.url), /^\d+-[^/\\]+(?<!\.d)\.[jt]s$/);
