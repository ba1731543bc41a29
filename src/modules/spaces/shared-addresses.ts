import { Injectable } from '@nestjs/common';
import type { SpaceView } from './space.types.js';

/** Address of a space on the site that a share link opens, with the key of the link in it; null for an invalid key. */
export type SharedAddress = (
  organizationId: string,
  spaceId: string,
  shareKey: string,
) => Promise<string | null>;

/** The hook by which sites, a module above, give the addresses of spaces that are shared by links. */
@Injectable()
export class SharedAddresses {
  private find: SharedAddress = () => Promise.resolve(null);

  /** Call it in `onModuleInit`. */
  register(find: SharedAddress): void {
    this.find = find;
  }

  /** The space with the address at which the holder of the key reads it; unchanged for an invalid key. */
  async apply(view: SpaceView, shareKey: string | undefined): Promise<SpaceView> {
    if (shareKey === undefined) return view;
    const { organizationId, id } = view.space;
    const publishedUrl = await this.find(organizationId, id, shareKey);
    return publishedUrl === null ? view : { ...view, space: { ...view.space, publishedUrl } };
  }
}
