/** The text to edit, as `member-pages/editing/edited-text.ts` writes it. */
export interface EditedText {
  kind: 'page' | 'reusable-content';
  organization: string;
  space: string;
  /** Of the page or the reusable content. */
  id: string;
  user: string;
  changeRequest: number | null;
  opensChangeRequest: boolean;
}
