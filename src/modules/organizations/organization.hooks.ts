import { Injectable } from '@nestjs/common';

/** Whether the organization has this site. */
export type SiteCheck = (organizationId: string, siteId: string) => Promise<boolean>;

/** Questions that organizations must ask of modules above them. */
@Injectable()
export class OrganizationHooks {
  private siteCheck: SiteCheck | undefined;

  /** Registered by the module that owns sites, in its `onModuleInit`. */
  registerSiteCheck(check: SiteCheck): void {
    this.siteCheck = check;
  }

  /** False as long as nobody owns sites. */
  async hasSite(organizationId: string, siteId: string): Promise<boolean> {
    return (await this.siteCheck?.(organizationId, siteId)) ?? false;
  }
}
