import type { BlockConflict } from '../document/merge-documents.js';

/** The truth about the text in the editor. */
export type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The server cannot be reached; the text is kept in the browser. */
  | { kind: 'offline' }
  /** Somebody else changed the same blocks; the person has to choose. */
  | { kind: 'conflict'; conflicts: BlockConflict[] }
  | { kind: 'signed-out' }
  | { kind: 'refused'; message: string };
