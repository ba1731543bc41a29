import { Injectable } from '@nestjs/common';

/** Whether the organization has this site. */
export type SiteCheck = (organizationId: string, siteId: string) => Promise<boolean>;

/** Runs in the transaction that changed the organization's hostname, after the change. */
export type HostnameHook = (organizationId: string) => Promise<void>;

/** Whether members of the organization can sign in through an identity provider that has proven to work. */
export type IdentityProviderCheck = (organizationId: string) => Promise<boolean>;

/** What organizations must ask of, or tell, modules above them. */
@Injectable()
export class OrganizationHooks {
  private siteCheck: SiteCheck | undefined;
  private hostnameHook: HostnameHook | undefined;
  private identityProviderCheck: IdentityProviderCheck | undefined;

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
}
