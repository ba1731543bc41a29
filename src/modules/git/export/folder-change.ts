/** The content that a file stands for. */
export interface ChangedContent {
  kind: 'page' | 'file' | 'reusable-content';
  id: string;
}

/** A change of one file of a folder. `from` is the path that the file had before, where it has no longer anything. */
export type FolderChange = { of?: ChangedContent } & (
  | { kind: 'write'; path: string; text: string; from?: string }
  /** Bytes that lie in storage. */
  | { kind: 'store'; path: string; blob: string; size: number; from?: string }
  /** The same bytes at another path. */
  | { kind: 'rename'; path: string; from: string }
  | { kind: 'remove'; path: string }
);
