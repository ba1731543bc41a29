import { Injectable } from '@nestjs/common';
import type { FileRecord, LocatedPage } from '#modules/content/index.js';
import { type ContentRef, documentReferences, type JSONDocument } from '#modules/documents/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { Users } from '#modules/users/index.js';
import type { ContentContext } from '../content-context.js';
import { relativeAddress } from '../reading/page-links.js';
import { stableAddress } from '../reading/stable-address.js';
import { VisibleContent } from '../reading/visible-content.js';

/** The target of a reference of a text, as its reader may follow it. */
export interface TextTarget {
  kind: string;
  href: string;
  title?: string;
  description?: string;
}

/** The targets of the references of a text, all loaded in advance. */
export interface TextTargets {
  /** Null for targets that the reader may not see or open. */
  resolve(ref: ContentRef): TextTarget | null;
  /** Null for an unknown user. */
  userName(userId: string): string | null;
}

/** `stable`: links hold ids, which survive moves and renames. `relative`: paths from the page of the text. */
export type AddressStyle = 'relative' | 'stable';

/** Loads the targets of texts, with titles, for readers of a site. */
@Injectable()
export class TextTargetLoader {
  constructor(
    private readonly visible: VisibleContent,
    private readonly spaces: Spaces,
    private readonly users: Users,
    private readonly signedUrls: SignedUrls,
  ) {}

  /** @param page of the text. */
  async load(
    context: ContentContext,
    page: LocatedPage,
    document: JSONDocument,
    style: AddressStyle,
  ): Promise<TextTargets> {
    const refs = documentReferences(document).map(({ ref }) => ref);
    const targets = new Map<string, TextTarget>();
    for (const ref of refs) {
      const key = JSON.stringify(ref);
      const target = targets.has(key) ? null : await this.find(context, page, ref, style);
      if (target) targets.set(key, target);
    }
    const people = await this.users.findUsersByIds(
      refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : [])),
    );
    return {
      resolve: (ref) => targets.get(JSON.stringify(ref)) ?? null,
      userName: (id) => people.get(id)?.displayName ?? null,
    };
  }

  /** A file that a text names, of the same space or of another one of the site. */
  async file(
    context: ContentContext,
    ref: Extract<ContentRef, { kind: 'file' }>,
  ): Promise<FileRecord | null> {
    const holder = await this.holderOf(context, ref.space);
    return holder && this.visible.file(holder.context, ref.file);
  }

  private async find(
    context: ContentContext,
    from: LocatedPage,
    ref: ContentRef,
    style: AddressStyle,
  ): Promise<TextTarget | null> {
    if (ref.kind === 'url') return { kind: 'url', href: ref.url };
    if (ref.kind === 'anchor' && ref.page === undefined)
      return { kind: 'anchor', href: `#${encodeURI(ref.anchor)}` };
    const holder = await this.holderOf(context, 'space' in ref ? ref.space : undefined);
    if (!holder) return null;
    const stable = style === 'stable' ? stableAddress(ref) : undefined;
    if (ref.kind === 'space') return { kind: 'space', href: stable ?? holder.url, title: holder.title };
    if (ref.kind === 'file') {
      const file = await this.visible.file(holder.context, ref.file);
      const { organizationId } = context;
      return (
        file && {
          kind: 'file',
          href: stable ?? this.signedUrls.sign({ organizationId, ...file }),
          title: file.name,
        }
      );
    }
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return null;
    const page = await this.visible.page(holder.context, { pageId: ref.page ?? '' });
    if (!page) return null;
    const { title, description } = page;
    const anchor = ref.kind === 'anchor' ? ref.anchor : undefined;
    const href = stable ?? addressOf(holder, from, page, anchor);
    return { kind: ref.kind, href, title, ...(description === undefined ? {} : { description }) };
  }

  /** The content into which a reference leads: the one of the reference, or that of another space of the site. */
  private async holderOf(context: ContentContext, spaceId = context.spaceId): Promise<TargetSpace | null> {
    const { organizationId, actor } = context;
    const shown = actor?.reader?.spaces.get(spaceId);
    const space = shown && (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space) return null;
    const { title, revisionId, snapshot } = space;
    const isOwn = spaceId === context.spaceId;
    const other = { organizationId, spaceId, revisionId, snapshot, isCurrent: true, actor };
    return { context: isOwn ? context : other, isOwn, title, url: shown.url };
  }
}

interface TargetSpace {
  context: ContentContext;
  isOwn: boolean;
  title: string;
  /** The URL of the space in the site, with a slash at its end. */
  url: string;
}

function addressOf(
  { isOwn, url }: TargetSpace,
  from: LocatedPage,
  page: LocatedPage,
  anchor?: string,
): string {
  if (isOwn) return relativeAddress(from.path, page.path, anchor);
  return url + encodeURI(page.path) + (anchor === undefined ? '' : `#${encodeURI(anchor)}`);
}
