import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { SpaceView } from './space.types.js';

/**
 * The address of a space on the site that a share link opens, with the key of the link in it, or null for an invalid
 * key: a function of the module above that owns sites.
 */
@Injectable()
export class SharedAddresses extends Hook<
  [organizationId: string, spaceId: string, shareKey: string],
  string | null
> {
  /** The space with the address at which the holder of the key reads it; unchanged for an invalid key. */
  async apply(view: SpaceView, shareKey: string | undefined): Promise<SpaceView> {
    if (shareKey === undefined) return view;
    const { organizationId, id } = view.space;
    const publishedUrl = await this.first(organizationId, id, shareKey);
    return publishedUrl === null ? view : { ...view, space: { ...view.space, publishedUrl } };
  }
}
