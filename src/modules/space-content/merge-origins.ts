import { Injectable } from '@nestjs/common';

/** Finds the change request behind a merge revision, as the API shows it. */
export type MergeOriginLoader = (
  organizationId: string,
  spaceId: string,
  changeRequestId: string,
) => Promise<object | null>;

/** Change requests live above this module; theirs registers here how to show one inside of a revision. */
@Injectable()
export class MergeOrigins {
  private loader?: MergeOriginLoader;

  register(loader: MergeOriginLoader): void {
    this.loader = loader;
  }

  /** The change request, or null when it cannot be shown. */
  async find(organizationId: string, spaceId: string, changeRequestId: string): Promise<object | null> {
    return (await this.loader?.(organizationId, spaceId, changeRequestId)) ?? null;
  }
}
