import type { Page, SnapshotSettings } from '../content.types.js';
import type { StoredDerived } from '../derived/derived.types.js';

/** The kind of an object; part of its hash, so that equal bodies of two kinds are two objects. */
export type ObjectKind = 'snapshot' | 'page' | 'page-list' | 'document' | 'map-leaf' | 'map-branch';

/** A child in its parent's list: enough to find a page by id or by slug without reading its siblings. */
export interface ChildRef {
  readonly id: string;
  readonly slug: string;
  readonly hash: string;
}

/** Children in order, or for long lists the hashes of the pieces that hold them. */
export type ChildList = readonly ChildRef[] | { readonly count: number; readonly chunks: readonly string[] };

export interface PageBody extends Readonly<Page> {
  readonly pages: ChildList;
}

export interface PageListBody {
  readonly items: readonly ChildRef[];
}

export interface SnapshotBody extends Readonly<SnapshotSettings> {
  readonly pages: ChildList;
  /** Map from page id to the id of its parent, or null. */
  readonly index: string | null;
  /** Map from file id to its record. */
  readonly files: string | null;
  /** Map from id to reusable content. */
  readonly reusableContents: string | null;
}

export interface MapLeafBody {
  readonly entries: Readonly<Record<string, unknown>>;
}

export interface MapBranchBody {
  /** Number of entries below. */
  readonly count: number;
  /** Sixteen children by the next hex digit of the key's hash. */
  readonly children: readonly (string | null)[];
}

/** An object ready to be written. */
export interface NewObject {
  hash: string;
  kind: ObjectKind;
  /** Canonical JSON of the body. */
  text: string;
  /** Hashes of the objects it names; `blob:<key>` names bytes in storage. */
  refs: string[];
  /** The derived values of a document, where they were computed before. */
  derived?: StoredDerived;
}

export interface ObjectReader {
  /**
   * Bodies by hash; hashes that are not stored are absent. Bodies are shared: never change them.
   * @param meter counts every object before it is parsed.
   */
  read(hashes: readonly string[], meter?: ReadMeter): Promise<Map<string, unknown>>;
  /** Canonical JSON by hash; hashes that are not stored are absent. A text passes to a thread cheaply. */
  readTexts(hashes: readonly string[]): Promise<Map<string, string>>;
}

/** Counts the reads of one computation. */
export interface ReadMeter {
  /** Counts an object, by the length of its text. An error that it throws ends the reading. */
  add(length: number): void;
}

export interface ObjectWriter {
  write(objects: readonly NewObject[]): Promise<void>;
}
