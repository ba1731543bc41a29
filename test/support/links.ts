import type {
  ContentRef,
  DocumentBlock,
  DocumentNode,
  JSONDocument,
} from '../../src/modules/documents/index.js';

/** A place in the form of the API, as far as tests read it. */
export interface Place {
  kind: string;
  page?: { id: string; path: string };
  space?: { id: string };
  reusableContent?: { id: string };
  internalLocation?: { type: string; node?: string; anchor?: string };
  versionContext?: { type: string };
}

/** A link as the API lists it. */
export interface Link {
  status: string;
  relation: string;
  reference: { kind: string } & Record<string, string>;
  targetReference?: Place & Record<string, unknown>;
  locationReferences: Place[];
}

/** Builders of document parts, short for the use in tests. */
export const text = (words: string): DocumentNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words, marks: [] }],
});

export const block = (
  type: string,
  key: string,
  nodes?: DocumentNode[],
  data: object = {},
): DocumentBlock => ({
  object: 'block',
  type,
  key,
  isVoid: nodes === undefined,
  data: { ...data },
  ...(nodes ? { nodes } : {}),
});

export const documentOf = (...nodes: DocumentBlock[]): JSONDocument => ({
  object: 'document',
  data: {},
  nodes,
});
export const paragraph = (key: string): JSONDocument => documentOf(block('paragraph', key, [text(key)]));

export const linkBlock = (ref: ContentRef, key: string): DocumentBlock =>
  block('paragraph', key, [
    text(''),
    { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text('link')] },
    text(''),
  ]);
