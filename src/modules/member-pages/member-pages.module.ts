import { Module } from '@nestjs/common';
import { OpenApiModule } from '#modules/openapi/index.js';
import { ContentModule } from '#modules/content/index.js';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { ConversationsModule } from '#modules/conversations/index.js';
import { InsightsModule } from '#modules/insights/index.js';
import { NotificationsModule } from '#modules/notifications/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { InvitesModule } from '#modules/invites/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SamlModule } from '#modules/saml/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { TranslationsModule } from '#modules/translations/index.js';
import { SignInModule, UsersModule } from '#modules/users/index.js';
import { ConversationPages } from './conversations/conversation-pages.js';
import { ConversationViews } from './conversations/conversation-views.js';
import { SpecificationPages } from './openapi/specification-pages.js';
import { SiteInsights } from './insights/site-insights.js';
import { IntegrationForms } from './integrations/integration-forms.js';
import { IntegrationPages } from './integrations/integration-pages.js';
import { IntegrationViews } from './integrations/integration-views.js';
import { InvitePages } from './invites/invite-pages.js';
import { MemberLists } from './lists/member-lists.js';
import { MailPages } from './mail/mail-pages.js';
import { MemberRequests } from './member-requests.js';
import { ContentAddressController } from './addresses/content-address.controller.js';
import { ContentByAddress } from './addresses/content-by-address.js';
import { ChangedPages } from './preview/changed-pages.js';
import { AuditPages } from './organization/audit-pages.js';
import { SessionApi } from './session-api.js';
import { MemberRoutes } from './member-routes.js';
import { PeoplePages } from './organization/people-pages.js';
import { PreviewPlaces } from './preview/preview-places.js';
import { PreviewPages } from './preview/previews.js';
import { SignInRequests } from './sign-in/sign-in-requests.js';
import { BrowserSecret } from './sso/browser-secret.js';
import { TokenPages } from './tokens/token-pages.js';
import { CommandLinePage } from './sso/command-line.js';
import { HiddenOrganizations } from './sso/hidden-organizations.js';
import { SingleSignOn } from './sso/sso.js';
import { TranslationPages } from './translations/translation-pages.js';
import { TranslationViews } from './translations/translation-views.js';

/** Pages for signed-in members: what there is, content before readers see it, and what readers do. */
@Module({
  imports: [
    OpenApiModule,
    ContentModule,
    StorageModule,
    UsersModule,
    SignInModule,
    NotificationsModule,
    OrganizationsModule,
    SamlModule,
    CollectionsModule,
    SpacesModule,
    InvitesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    SitesModule,
    PublishingModule,
    InsightsModule,
    IntegrationsModule,
    TranslationsModule,
    ConversationsModule,
  ],
  controllers: [ContentAddressController],
  providers: [
    ContentByAddress,
    SignInRequests,
    InvitePages,
    SingleSignOn,
    BrowserSecret,
    CommandLinePage,
    HiddenOrganizations,
    MailPages,
    TokenPages,
    PeoplePages,
    IntegrationViews,
    IntegrationForms,
    IntegrationPages,
    AuditPages,
    TranslationViews,
    TranslationPages,
    ConversationViews,
    ConversationPages,
    SpecificationPages,
    MemberLists,
    SiteInsights,
    PreviewPlaces,
    ChangedPages,
    PreviewPages,
    MemberRoutes,
    SessionApi,
    MemberRequests,
  ],
  exports: [MemberRequests],
})
export class MemberPagesModule {}
