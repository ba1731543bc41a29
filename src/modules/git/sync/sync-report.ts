/** Commits that a run of a sync exchanged, beside the report of an import. */
export interface SyncReport {
  /** The commit that came in; absent where the repository had nothing new. */
  imported?: string;
  /** The commit that was pushed; absent where the space had nothing new. */
  exported?: string;
  /** The change request in which people decide about conflicts. */
  changeRequest?: string;
}
