import { Injectable } from '@nestjs/common';
import { SqlPart } from '#platform/database/sql-part.js';

/** Answers true when the organization has this site. */
export type SiteCheck = (organizationId: string, siteId: string) => Promise<boolean>;

/** Runs in the transaction that changed the organization's hostname, after the change. */
export type HostnameHook = (organizationId: string) => Promise<void>;

/** Pictures that settings name, in the module that keeps them. */
export interface ImageStore {
  /**
   * The address to store in place of `url`: for an uploaded file one of ours that works as long as the setting does;
   * any other address as it is.
   * @throws BadRequest, with `field` in its sentence, for a file of another organization or one that is not an image.
   */
  store(organizationId: string, url: string, field: string): Promise<string>;
  /** Forgets pictures that no settings name any more, in the transaction that changed settings. */
  deleteUnused(organizationId: string): Promise<void>;
}

/** Runs in the transaction that removed the member, after the removal: what waits for them must not wait for ever. */
export type MemberRemovalHook = (organizationId: string, userId: string) => Promise<void>;

/** Answers true when members of the organization can sign in through an identity provider that is proven to work. */
export type IdentityProviderCheck = (organizationId: string) => Promise<boolean>;

/** Questions and messages of organizations to modules above them. */
@Injectable()
export class OrganizationHooks {
  /** True for owners of a team; from the module of teams. It is part of the permissions, which every read answers. */
  readonly ownsTeam = new SqlPart<{ organization: string; user: string }>('false');
  private siteCheck: SiteCheck | undefined;
  private hostnameHook: HostnameHook | undefined;
  private identityProviderCheck: IdentityProviderCheck | undefined;
  private imageStore: ImageStore | undefined;
  private readonly memberRemovalHooks: MemberRemovalHook[] = [];

  /** Registered by the module that owns sites, in its `onModuleInit`. */
  registerSiteCheck(check: SiteCheck): void {
    this.siteCheck = check;
  }

  /** False as long as nobody owns sites. */
  async hasSite(organizationId: string, siteId: string): Promise<boolean> {
    return (await this.siteCheck?.(organizationId, siteId)) ?? false;
  }

  /** Registered by the module whose addresses begin with the hostname. */
  registerHostnameChange(hook: HostnameHook): void {
    this.hostnameHook = hook;
  }

  async hostnameChanged(organizationId: string): Promise<void> {
    await this.hostnameHook?.(organizationId);
  }

  /** Registered by the module that owns identity providers. */
  registerIdentityProviderCheck(check: IdentityProviderCheck): void {
    this.identityProviderCheck = check;
  }

  /** False as long as nobody owns identity providers. */
  async hasActiveIdentityProvider(organizationId: string): Promise<boolean> {
    return (await this.identityProviderCheck?.(organizationId)) ?? false;
  }

  /** Registered by the module that keeps pictures of settings. */
  registerImageStore(keeper: ImageStore): void {
    this.imageStore = keeper;
  }

  async keepPicture(organizationId: string, url: string, field: string): Promise<string> {
    return (await this.imageStore?.store(organizationId, url, field)) ?? url;
  }

  async pictureChanged(organizationId: string): Promise<void> {
    await this.imageStore?.deleteUnused(organizationId);
  }

  /** Registered by modules that store something for members which others wait for. */
  registerMemberRemoval(hook: MemberRemovalHook): void {
    this.memberRemovalHooks.push(hook);
  }

  async memberRemoved(organizationId: string, userId: string): Promise<void> {
    for (const hook of this.memberRemovalHooks) await hook(organizationId, userId);
  }
}
