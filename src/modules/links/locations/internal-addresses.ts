import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { presentSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { LinkTarget } from '../link.types.js';
import { InternalAddressesRepository } from './internal-addresses.repository.js';

/** Finds what an address below this installation means: an API resource, or a page on a published site. */
@Injectable()
export class InternalAddresses {
  constructor(
    private readonly spaces: Spaces,
    private readonly content: ContentStore,
    private readonly published: InternalAddressesRepository,
    private readonly urls: Urls,
  ) {}

  /** Targets by address; addresses that mean nothing, or nothing the actor may see, are missing. */
  async resolve(
    actor: Actor,
    organizationId: string,
    addresses: readonly string[],
  ): Promise<Map<string, LinkTarget>> {
    const found = new Map<string, LinkTarget>();
    const others: string[] = [];
    for (const address of addresses) {
      const target = this.resource(address);
      if (target) found.set(address, target);
      else others.push(address);
    }
    if (others.length === 0) return found;
    const owners = await this.published.findSpaces(organizationId, this.urls.base, others);
    const views = await this.spaces.findVisible(actor, organizationId, owners.values());
    for (const [address, spaceId] of owners) {
      const view = views.get(spaceId);
      if (view) found.set(address, await this.publishedPage(view, address));
    }
    return found;
  }

  private resource(address: string): LinkTarget | null {
    const prefix = `${this.urls.base}/v1/`;
    if (!address.toLowerCase().startsWith(prefix.toLowerCase())) return null;
    const [path = '', hash = ''] = address.slice(prefix.length).split('#', 2);
    const [root, id, ...rest] = (path.split('?', 1)[0] ?? '').split('/').map(decode);
    if (!id) return null;
    if (root === 'collections') return { kind: 'collection', space: '', target: id, anchor: '' };
    if (root === 'users') return { kind: 'user', space: '', target: id, anchor: '' };
    if (root !== 'spaces') return null;
    const content = rest[0] === 'change-requests' ? rest.slice(2) : rest;
    const [within, kind, part] = content;
    if (within === 'content' && kind === 'page' && part)
      return { kind: 'page', space: id, target: part, anchor: decode(hash) };
    if (within === 'content' && kind === 'files' && part)
      return { kind: 'file', space: id, target: part, anchor: '' };
    return { kind: 'space', space: '', target: id, anchor: '' };
  }

  /** What is left of the address after that of the space names the page. */
  private async publishedPage(view: SpaceView, address: string): Promise<LinkTarget> {
    const { organizationId } = view.space;
    const root = presentSpace(view, this.urls).urls.published?.replace(/\/+$/, '') ?? '';
    const [rest = '', hash = ''] = address.slice(root.length).split('#', 2);
    const path = decode((rest.split('?', 1)[0] ?? '').replace(/^\/+|\/+$/g, ''));
    const page =
      path === '' ? null : await this.content.findPageByPath(organizationId, view.space.snapshot, path);
    if (page) return { kind: 'page', space: view.space.id, target: page.page.id, anchor: decode(hash) };
    return { kind: 'space', space: '', target: view.space.id, anchor: '' };
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
