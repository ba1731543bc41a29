import { Module } from '@nestjs/common';
import { CollectionsModule } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { RulesModule } from '../settings/rules/rules.module.js';
import { ArchivedPages } from './archived-pages.js';
import { BinPages } from './bin-pages.js';
import { CollectionSettingsPages } from './collection-settings-pages.js';
import { ContentListPages } from './content-list-pages.js';
import { MoveContent } from './move-content.js';
import { OtherOrganizations } from './other-organizations.js';
import { SpaceSettingsForms } from './space-settings-forms.js';
import { SpaceSettingsPages } from './space-settings-pages.js';

/** Collections and spaces of an organization, their settings, and the bin. */
@Module({
  imports: [
    MemberPagesModule,
    OrganizationsModule,
    CollectionsModule,
    SpacesModule,
    ContentModule,
    SitesModule,
    UsersModule,
    RulesModule,
  ],
  providers: [
    MoveContent,
    OtherOrganizations,
    ContentListPages,
    SpaceSettingsForms,
    SpaceSettingsPages,
    CollectionSettingsPages,
    ArchivedPages,
    BinPages,
  ],
})
export class ContentPagesModule {}
