/* The part of this module that threads may load: functions of data, and nothing of the database. */
export type { IncludedRef } from './reading/include-contents.js';
export {
  FOR_READERS,
  type IncludedContent,
  type Resolution,
  resolveDocument,
} from './reading/resolve-document.js';
