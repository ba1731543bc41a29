import { type DependencyRef, dependencyKey } from '#modules/content/index.js';
import {
  type ContentRef,
  type JSONDocument,
  mapReferences,
  parsePage,
  validateDocument,
  InvalidDocumentError,
} from '#modules/documents/index.js';
import { InvalidAnswer, readObject } from './read-pages.js';

const MAX_DOCUMENT_SIZE = 2 ** 20;

/** Objects to which the texts of an answer may refer. */
export interface ReferenceScope {
  spaceId: string;
  /** Authorised dependencies of the source. */
  dependencies: readonly DependencyRef[];
  /** Ids of pages by what the script calls them. */
  pages: ReadonlyMap<string, string>;
}

/**
 * Reads the answer to `content_compute_document`: `{ document }`, with Markdown or a document in it.
 * @throws InvalidAnswer
 */
export function readDocument(body: Buffer): JSONDocument {
  const { document: given } = readObject(body, MAX_DOCUMENT_SIZE);
  if (typeof given !== 'object' || given === null) throw new InvalidAnswer('document must be an object.');
  const { markdown, document, nodes } = given as Record<string, unknown>;
  if (typeof markdown === 'string') return parsePage(markdown, {}).document;
  if (markdown !== undefined) throw new InvalidAnswer('document.markdown must be a text.');
  try {
    return validateDocument(document ?? (nodes === undefined ? { nodes: [] } : given));
  } catch (error) {
    if (error instanceof InvalidDocumentError) throw new InvalidAnswer(`${error.message}.`);
    throw error;
  }
}

/** The document with references to pages of the answer, and without those to what nobody let it show. */
export function withOwnReferences(document: JSONDocument, scope: ReferenceScope): JSONDocument {
  return mapReferences(document, (ref) => ownReference(ref, scope));
}

/** The reference as it may be stored: one to what it may not name leads nowhere. */
export function ownReference(ref: ContentRef, scope: ReferenceScope): ContentRef {
  switch (ref.kind) {
    case 'url':
      return ref;
    case 'space':
      return ref.space === scope.spaceId || mayShow(scope, ref.space) ? ref : { kind: 'space', space: '' };
    case 'openapi':
      return isDependency(scope, { kind: 'openapi', spec: ref.spec }) ? ref : { kind: 'openapi', spec: '' };
    case 'user':
      return { kind: 'user', user: '' };
    case 'collection':
      return { kind: 'collection', collection: '' };
    default:
      return inSpace(ref, scope);
  }
}

/** True for what `ownReference` left without a target. */
export function leadsNowhere(ref: ContentRef): boolean {
  const { kind: _kind, ...members } = ref;
  return Object.values(members).includes('');
}

type SpaceRef = Extract<ContentRef, { space?: string }>;

function inSpace(ref: Exclude<SpaceRef, { kind: 'space' }>, scope: ReferenceScope): ContentRef {
  if (ref.space !== undefined && ref.space !== scope.spaceId)
    return mayShow(scope, ref.space) ? ref : emptied(ref);
  if (!('page' in ref) || ref.page === undefined) return ref;
  const page = scope.pages.get(ref.page);
  return page === undefined ? ref : { ...ref, page };
}

/** Keeps its kind, so that whatever reads blocks finds what it expects. */
function emptied({ space: _space, ...ref }: Exclude<SpaceRef, { kind: 'space' }>): ContentRef {
  const entries = Object.entries(ref).map(([name, value]) => [name, name === 'kind' ? value : '']);
  return Object.fromEntries(entries) as unknown as ContentRef;
}

function mayShow(scope: ReferenceScope, space: string): boolean {
  return isDependency(scope, { kind: 'space', space });
}

function isDependency({ dependencies }: ReferenceScope, ref: DependencyRef): boolean {
  return dependencies.some((known) => dependencyKey(known) === dependencyKey(ref));
}
