import { Injectable } from '@nestjs/common';
import { SqlPart } from '#platform/database/sql-part.js';
import { Hook } from '#platform/hook.js';

/** The hooks by which organizations ask and inform modules above them. */
@Injectable()
export class OrganizationHooks {
  /** SQL that is true when the user owns a team; every read of an organization computes permissions with it. */
  readonly ownsTeam = new SqlPart<{ organization: string; user: string }>('ownership of a team');
  /** True when the organization has this site. */
  readonly hasSite = new Hook<[organizationId: string, siteId: string], boolean>();
  /** Runs in the transaction that changed the organization's hostname, after the change. */
  readonly hostnameChanged = new Hook<[organizationId: string]>();
  /** True when members of the organization can sign in through an identity provider, apart from one, that is proven to work. */
  readonly hasActiveIdentityProvider = new Hook<[organizationId: string, besides?: string], boolean>();
  /**
   * The address to store in place of the `url` of an image that a setting names: for an uploaded file one of ours that
   * does not expire while the setting names it; any other address stays the same.
   * @throws BadRequest, with `field` in its sentence, for a file of another organization or one that is not an image.
   */
  readonly storeImage = new Hook<[organizationId: string, url: string, field: string], string>();
  /** Deletes images that no setting names any more, in the transaction that changed settings. */
  readonly imagesChanged = new Hook<[organizationId: string]>();
  /** Runs in the transaction that removed the member, after the removal. Modules end here the work that waits for the member. */
  readonly memberRemoved = new Hook<[organizationId: string, userId: string]>();
}
