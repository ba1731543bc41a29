/** The text that an editor edits, as the server tells the bundle `editor`. */
export interface EditedText {
  kind: 'page' | 'reusable-content';
  organization: string;
  space: string;
  /** Of the page or the reusable content. */
  id: string;
  /** Id of the person who writes. */
  user: string;
  /** Number of the change request that is edited; null for the content of the space. */
  changeRequest: number | null;
  /** True where the first edit opens a change request, as the space is locked. */
  opensChangeRequest: boolean;
}
