import type { ContentRef } from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

const PREFIX = 'ref:';

export type NamedKind = 'page' | 'file' | 'reusable-content';

const WORDS: Record<NamedKind, string> = {
  page: 'page',
  file: 'file',
  'reusable-content': 'reusable content',
};

/**
 * The names that the changes of one batch give each other: `ref:<name>` stands for a page, file or reusable content that
 * the batch inserts; in Markdown, `./<name>.md` stands for a page and `./<name>` for a file.
 */
export class BatchNames {
  private readonly targets = new Map<string, { kind: NamedKind; id: string }>();

  /** @throws BadRequest when the name is taken. */
  add(name: string | undefined, kind: NamedKind, id: string, at: string): void {
    if (name === undefined) return;
    if (this.targets.has(name))
      throw new BadRequest(`${at}.ref: the name "${name}" is used twice in this batch.`);
    this.targets.set(name, { kind, id });
  }

  /** The page id behind `value`, which is an id or `ref:<name>`. @throws BadRequest for an unknown name. */
  pageId(value: string, at: string): string {
    return this.idOf(value, 'page', at);
  }

  /**
   * The id behind `value`, which is an id or `ref:<name>`.
   * @throws BadRequest for an unknown name, or the name of another kind of thing.
   */
  idOf(value: string, kind: NamedKind, at: string): string {
    if (!value.startsWith(PREFIX)) return value;
    const target = this.find(value.slice(PREFIX.length), at);
    if (target.kind !== kind)
      throw new BadRequest(`${at}: "${value}" is a ${WORDS[target.kind]}, not a ${WORDS[kind]}.`);
    return target.id;
  }

  /**
   * The reference with batch names replaced by ids; itself when it holds none.
   * @throws BadRequest for an unknown name.
   */
  resolve(ref: ContentRef, at: string): ContentRef {
    switch (ref.kind) {
      case 'url':
        return ref.url.startsWith(PREFIX) ? this.fromAddress(ref.url, at) : ref;
      case 'page':
        return ref.page.startsWith(PREFIX) ? { ...ref, page: this.pageId(ref.page, at) } : ref;
      case 'anchor':
        return ref.page?.startsWith(PREFIX) ? { ...ref, page: this.pageId(ref.page, at) } : ref;
      case 'file':
        return ref.file.startsWith(PREFIX) ? this.fromAddress(ref.file, at) : ref;
      case 'reusable-content':
        return ref.reusableContent.startsWith(PREFIX)
          ? { ...ref, reusableContent: this.idOf(ref.reusableContent, 'reusable-content', at) }
          : ref;
      default:
        return ref;
    }
  }

  /**
   * The page or file behind `./<name>.md` or `./<name>`; null for other addresses, which may be
   * paths.
   */
  fromRelative(address: string): ContentRef | null {
    const [, name = '', page, anchor] = /^\.\/([^/#?]+?)(\.md)?(?:#(.*))?$/.exec(address) ?? [];
    const [whole, target] = [this.targets.get(`${name}${page ?? ''}`), this.targets.get(name)];
    if (whole?.kind === 'file') return { kind: 'file', file: whole.id };
    if (page === undefined || target?.kind !== 'page') return null;
    return anchor ? { kind: 'anchor', page: target.id, anchor } : { kind: 'page', page: target.id };
  }

  private fromAddress(address: string, at: string): ContentRef {
    const [name = '', anchor] = address.slice(PREFIX.length).split('#', 2);
    const target = this.find(name, at);
    if (target.kind === 'file') return { kind: 'file', file: target.id };
    if (target.kind !== 'page')
      throw new BadRequest(`${at}: a link cannot lead to the reusable content "${name}".`);
    return anchor ? { kind: 'anchor', page: target.id, anchor } : { kind: 'page', page: target.id };
  }

  private find(name: string, at: string): { kind: NamedKind; id: string } {
    const target = this.targets.get(name);
    if (!target) throw new BadRequest(`${at}: no change of this batch has the ref "${name}".`);
    return target;
  }
}
