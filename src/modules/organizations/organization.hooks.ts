import { Injectable } from '@nestjs/common';

/** Whether the organization has this site. */
export type SiteCheck = (organizationId: string, siteId: string) => Promise<boolean>;

/** Runs in the transaction that changed the organization's hostname, after the change. */
export type HostnameHook = (organizationId: string) => Promise<void>;

/** What organizations must ask of, or tell, modules above them. */
@Injectable()
export class OrganizationHooks {
  private siteCheck: SiteCheck | undefined;
  private hostnameHook: HostnameHook | undefined;

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
}
