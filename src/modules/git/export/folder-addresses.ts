import { posix } from 'node:path';
import { canonicalJson } from '#platform/canonical-json.js';
import type { ContentRef } from '#modules/documents/index.js';
import { findTarget } from '../folder/link-target.js';
import type { ContentPaths } from './content-paths.js';

/** The targets of the addresses in the texts of a folder. */
export class FolderAddresses {
  private readonly refs = new Map<string, ContentRef>();
  /** Paths below the content root, as addresses see them. */
  private readonly paths: ReadonlySet<string>;

  /**
   * @param all all paths of the folder.
   * @param root folder that holds the content.
   */
  constructor(
    all: Iterable<string>,
    { pages, files, includes }: ContentPaths,
    private readonly root: string,
  ) {
    const prefix = root === '' ? '' : `${root}/`;
    this.paths = new Set(
      [...all].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
    );
    for (const [file, path] of files) this.refs.set(path, { kind: 'file', file });
    for (const [page, path] of pages) this.refs.set(path, { kind: 'page', page });
    for (const [reusableContent, path] of includes)
      this.refs.set(path, { kind: 'reusable-content', reusableContent });
  }

  /** @param from path of the text. */
  resolve(from: string, address: string): ContentRef | undefined {
    const target = findTarget(posix.relative(this.root, from), address, this.paths);
    if (target.kind !== 'file') return undefined;
    const ref = this.refs.get(posix.join(this.root, target.path));
    if (ref?.kind !== 'page' || target.anchor === undefined) return ref;
    return { kind: 'anchor', page: ref.page, anchor: target.anchor };
  }
}

/**
 * Resolves the addresses of a text that was written for one folder and stands in another: those that lead to the same
 * keep their meaning, those that lead elsewhere now have none, and those that led nowhere keep leading nowhere while
 * the text wants that.
 * @param broken addresses that the wanted text has as they are.
 * @param hasAddress true for a reference that can be written in the new folder.
 */
export function addressResolver(
  before: (address: string) => ContentRef | undefined,
  after: (address: string) => ContentRef | undefined,
  broken: ReadonlySet<string>,
  hasAddress: (ref: ContentRef) => boolean,
): (address: string) => ContentRef | undefined {
  return (address) => {
    const [was, is] = [before(address), after(address)];
    if (was === undefined) return broken.has(address) ? undefined : is;
    if (is === undefined) return hasAddress(was) ? undefined : was;
    return canonicalJson(was) === canonicalJson(is) ? was : is;
  };
}
