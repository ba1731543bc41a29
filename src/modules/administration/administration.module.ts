import { Module } from '@nestjs/common';
import { AuditPagesModule } from './audit/audit-pages.module.js';
import { ContentListsModule } from './content-lists/content-lists.module.js';
import { ContentPagesModule } from './content/content-pages.module.js';
import { FirstStepsModule } from './first-steps/first-steps.module.js';
import { GitPagesModule } from './git/git-pages.module.js';
import { GlossaryPagesModule } from './glossary/glossary-pages.module.js';
import { ConversationIntakeModule } from './conversation-intake/conversation-intake.module.js';
import { MemberSignInModule } from './member-sign-in/member-sign-in.module.js';
import { OperateModule } from './operate/operate.module.js';
import { PeoplePagesModule } from './people/people-pages.module.js';
import { AddressesModule } from './site-addresses/addresses.module.js';
import { AudienceModule } from './site-audience/audience.module.js';
import { SharePagesModule } from './share/share-pages.module.js';
import { LooksModule } from './site-looks/looks.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { FontPagesModule } from './fonts/font-pages.module.js';
import { InsightsPagesModule } from './site-insights/insights-pages.module.js';
import { SiteIntegrationPagesModule } from './site-integrations/site-integration-pages.module.js';
import { SiteGitPagesModule } from './site-git/site-git-pages.module.js';
import { RedirectPagesModule } from './site-redirects/redirect-pages.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { SiteSettingsModule } from './site-settings/site-settings.module.js';
import { StructureModule } from './site-structure/structure.module.js';
import { SitePagesModule } from './sites/site-pages.module.js';
import { ViewpointModule } from './viewpoint/viewpoint.module.js';

/** Pages on which owners of sites, administrators and operators work: one folder for each of their tasks. */
@Module({
  imports: [
    AuditPagesModule,
    ContentPagesModule,
    ContentListsModule,
    FirstStepsModule,
    GitPagesModule,
    GlossaryPagesModule,
    ConversationIntakeModule,
    MemberSignInModule,
    OperateModule,
    PeoplePagesModule,
    LooksModule,
    SettingsModule,
    RedirectPagesModule,
    InsightsPagesModule,
    SiteIntegrationPagesModule,
    SiteGitPagesModule,
    FontPagesModule,
    AddressesModule,
    AudienceModule,
    SitePagesModule,
    SingleSignOnModule,
    SharePagesModule,
    ViewpointModule,
    SiteSettingsModule,
    StructureModule,
  ],
})
export class AdministrationModule {}
