import { Injectable } from '@nestjs/common';
import type { Revision } from '#modules/content/index.js';
import type { ContentContext } from './content-context.js';

/** Finds the change request behind a merge revision, as the API shows it. */
export type MergeOriginLoader = (
  organizationId: string,
  spaceId: string,
  changeRequestId: string,
) => Promise<object | null>;

/** Change requests, a module above, register a function that presents one inside of a revision. */
@Injectable()
export class MergeOrigins {
  private loader?: MergeOriginLoader;

  register(loader: MergeOriginLoader): void {
    this.loader = loader;
  }

  /** The change request that made this revision of `context`; null for other revisions, and for readers of a site. */
  async of(
    { organizationId, spaceId, actor }: ContentContext,
    { mergedFrom }: Pick<Revision, 'mergedFrom'>,
  ): Promise<object | null> {
    // Readers do not see from which change request content was merged.
    if (!mergedFrom || actor?.reader !== undefined) return null;
    return (await this.loader?.(organizationId, spaceId, mergedFrom)) ?? null;
  }
}
