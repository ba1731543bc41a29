import { Injectable } from '@nestjs/common';
import { SqlPart } from '#platform/database/sql-part.js';
import { Hook } from '#platform/hook.js';

/** Questions and messages of organizations to modules above them. */
@Injectable()
export class OrganizationHooks {
  /** True for owners of a team; from the module of teams. It is part of the permissions, which every read answers. */
  readonly ownsTeam = new SqlPart<{ organization: string; user: string }>('false');
  /** True when the organization has this site. */
  readonly hasSite = new Hook<[organizationId: string, siteId: string], boolean>();
  /** Runs in the transaction that changed the organization's hostname, after the change. */
  readonly hostnameChanged = new Hook<[organizationId: string]>();
  /** True when members of the organization can sign in through an identity provider that is proven to work. */
  readonly hasActiveIdentityProvider = new Hook<[organizationId: string], boolean>();
  /**
   * The address to store in place of the `url` of an image that a setting names: for an uploaded file one of ours that
   * works as long as the setting does; any other address as it is.
   * @throws BadRequest, with `field` in its sentence, for a file of another organization or one that is not an image.
   */
  readonly storeImage = new Hook<[organizationId: string, url: string, field: string], string>();
  /** Deletes images that no setting names any more, in the transaction that changed settings. */
  readonly imagesChanged = new Hook<[organizationId: string]>();
  /** Runs in the transaction that removed the member, after the removal: what waits for them must not wait for ever. */
  readonly memberRemoved = new Hook<[organizationId: string, userId: string]>();
}
