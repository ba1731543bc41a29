import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SiteSettingsPages } from './settings-pages.js';

/** The page of a site's settings that have no page of their own. */
@Module({ imports: [MemberPagesModule, SitesModule], providers: [SiteSettingsPages] })
export class SiteSettingsModule {}
