/** Something in a folder that could not be taken as it was meant. Never stops an import. */
export interface ImportWarning {
  /** Path in the folder. */
  file: string;
  /** Starting at 1. */
  line: number;
  kind:
    | 'broken-link'
    | 'missing-file'
    | 'missing-page'
    | 'duplicate-page'
    | 'config'
    | 'markdown'
    | 'encoding'
    | 'too-large'
    | 'unreadable'
    | 'unlisted'
    | 'empty-api-block'
    | 'conflict'
    /** The history of a branch was rewritten. */
    | 'history';
  message: string;
}
