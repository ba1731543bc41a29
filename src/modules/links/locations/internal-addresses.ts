import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { presentSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import { readContentAddress } from './content-address.js';
import type { LinkTarget } from '../link.types.js';
import { InternalAddressesRepository } from './internal-addresses.repository.js';

/** Finds what an address below this installation means: content, or a page on a published site. */
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
    const found = readContentAddress(address, this.urls.base);
    if (!found) return null;
    if (found.kind !== 'space') return { kind: found.kind, space: '', target: found.id, anchor: '' };
    const { id, part } = found;
    if (part === undefined || part.kind === 'path')
      return { kind: 'space', space: '', target: id, anchor: '' };
    const anchor = part.kind === 'page' ? decodePercent(address.split('#', 2)[1] ?? '') : '';
    return { kind: part.kind, space: id, target: part.id, anchor };
  }

  /** The rest of the address, after that of the space, names the page. */
  private async publishedPage(view: SpaceView, address: string): Promise<LinkTarget> {
    const { organizationId } = view.space;
    const root = presentSpace(view, this.urls).urls.published?.replace(/\/+$/, '') ?? '';
    const [rest = '', hash = ''] = address.slice(root.length).split('#', 2);
    const path = decodePercent((rest.split('?', 1)[0] ?? '').replace(/^\/+|\/+$/g, ''));
    const page =
      path === '' ? null : await this.content.findPageByPath(organizationId, view.space.snapshot, path);
    if (page)
      return { kind: 'page', space: view.space.id, target: page.page.id, anchor: decodePercent(hash) };
    return { kind: 'space', space: '', target: view.space.id, anchor: '' };
  }
}
