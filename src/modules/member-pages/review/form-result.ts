/** The page on which a member goes on after a form. */
export interface FormResult {
  /** Name of the notice. */
  notice: string;
  /** `conflicts` leads to the conflicts; otherwise the page of the form is shown again. */
  to?: 'conflicts' | 'overview';
  /** Anchor on that page. */
  anchor?: string;
}
