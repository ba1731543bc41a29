import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { Revision } from '#modules/content/index.js';
import type { ContentContext } from './content-context.js';

/** Finds the change request behind a merge revision, as the API shows it: a function of the module above that owns them. */
@Injectable()
export class MergeOrigins extends Hook<
  [organizationId: string, spaceId: string, changeRequestId: string],
  object | null
> {
  /** The change request that made this revision of `context`; null for other revisions, and for readers of a site. */
  async findOrigin(
    { organizationId, spaceId, actor }: ContentContext,
    { mergedFrom }: Pick<Revision, 'mergedFrom'>,
  ): Promise<object | null> {
    // Readers do not see from which change request content was merged.
    if (!mergedFrom || actor?.reader !== undefined) return null;
    return this.first(organizationId, spaceId, mergedFrom);
  }
}
