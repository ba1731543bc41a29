/**
 * The stored form of rich text: a tree of blocks, inlines and text leaves. Writers may use the types of the model only;
 * imports keep unknown types unchanged, so `data` is a plain record, and readers skip unknown nodes.
 */
export interface JSONDocument {
  object: 'document';
  data: { schemaVersion?: number; [key: string]: unknown };
  nodes: DocumentBlock[];
}

export interface DocumentBlock {
  object: 'block';
  type: string;
  /** Stable within the document; survives edits of the block's content, so merges and comments can name the block. */
  key?: string;
  isVoid: boolean;
  data: DocumentData;
  /** Present on non-void blocks. */
  nodes?: DocumentNode[];
  /** Side content of void blocks: captions, table cells, title and body of an expandable. */
  fragments?: DocumentFragment[];
  /** Derived at read time (anchors); never stored. */
  meta?: { id?: string };
}

export interface DocumentInline {
  object: 'inline';
  type: string;
  key?: string;
  isVoid: boolean;
  data: DocumentData;
  nodes?: DocumentNode[];
  fragments?: DocumentFragment[];
}

export interface DocumentText {
  object: 'text';
  key?: string;
  leaves: DocumentLeaf[];
}

export interface DocumentLeaf {
  object: 'leaf';
  text: string;
  marks: DocumentMark[];
}

export interface DocumentMark {
  object: 'mark';
  type: string;
  data?: DocumentData;
}

export interface DocumentFragment {
  object: 'fragment';
  key?: string;
  /** Role of the fragment for expandables and annotations, e.g. `expandable-title`. */
  type?: string;
  /** Name of the fragment for captions and table cells. */
  fragment?: string;
  nodes: DocumentBlock[];
}

export type DocumentData = Record<string, unknown>;
export type DocumentNode = DocumentBlock | DocumentInline | DocumentText;

/** A reference from content to something else, relative to the space that holds the content. */
export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'file'; file: string; space?: string }
  | { kind: 'space'; space: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'tag'; tag: string; space?: string }
  | { kind: 'openapi'; spec: string };
