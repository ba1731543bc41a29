/** The page to edit, as `member-pages/editing/edited-page.ts` writes it. */
export interface EditedPage {
  organization: string;
  space: string;
  page: string;
  user: string;
  changeRequest: number | null;
  opensChangeRequest: boolean;
}
