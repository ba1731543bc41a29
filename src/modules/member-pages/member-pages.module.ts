import { Module } from '@nestjs/common';
import { OpenApiModule } from '#modules/openapi/index.js';
import { ContentModule } from '#modules/content/index.js';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { CommentsModule } from '#modules/comments/index.js';
import { PdfModule } from '#modules/pdf/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { ConversationsModule } from '#modules/conversations/index.js';
import { NotificationsModule } from '#modules/notifications/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { InvitesModule } from '#modules/invites/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { OidcModule } from '#modules/oidc/index.js';
import { SamlModule } from '#modules/saml/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { TranslationsModule } from '#modules/translations/index.js';
import { SignInModule, UsersModule } from '#modules/users/index.js';
import { ClusterForms } from './conversations/cluster-forms.js';
import { ConversationPages } from './conversations/conversation-pages.js';
import { ConversationViews } from './conversations/conversation-views.js';
import { SpecificationForms } from './openapi/specification-forms.js';
import { SpecificationUses } from './openapi/specification-uses.js';
import { SpecificationPages } from './openapi/specification-pages.js';
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
import { SessionApi } from './session-api.js';
import { BlockWriter } from './review/block-writer.js';
import { ChangeListPages } from './review/change-list-pages.js';
import { ReviewBlocks } from './review/review-blocks.js';
import { ReviewChanges } from './review/review-changes.js';
import { CommentPages } from './review/comment-pages.js';
import { ConflictEdits } from './review/conflict-edits.js';
import { ConflictViews } from './review/conflict-views.js';
import { ReviewHistory } from './review/review-history.js';
import { PageDiffs } from './review/page-diffs.js';
import { ReviewForms } from './review/review-forms.js';
import { ReviewMembers } from './review/review-members.js';
import { ReviewPages } from './review/review-pages.js';
import { ReviewPlaces } from './review/review-place.js';
import { ThreadForms } from './review/thread-forms.js';
import { QuotedWords } from './review/quoted-words.js';
import { ReviewThreads } from './review/threads.js';
import { HomeModule } from '#modules/home/index.js';
import { SearchModule } from '#modules/search/index.js';
import { GitModule } from '#modules/git/index.js';
import { ImportsModule } from '#modules/imports/index.js';
import { LinksModule } from '#modules/links/index.js';
import { HomePages } from './home/home-pages.js';
import { InboxPages } from './home/inbox-pages.js';
import { SearchPages } from './home/search-pages.js';
import { ProfilePages } from './profile/profile-pages.js';
import { SessionPages } from './profile/session-pages.js';
import { WaysInPages } from './profile/ways-in-pages.js';
import { MemberShell } from './member-shell.js';
import { ArchivedNotices } from './archived-notices.js';
import { GitNotices } from './git-notices.js';
import { MemberRoutes } from './member-routes.js';
import { PreviewPlaces } from './preview/preview-places.js';
import { ComparisonPages } from './history/comparison-pages.js';
import { Comparisons } from './history/comparisons.js';
import { PageHistoryPages } from './history/page-history-pages.js';
import { HistoryPages } from './history/history-pages.js';
import { RestoreBlock } from './editing/restore-block.js';
import { RestoreContent } from './history/restore-content.js';
import { NewSpacePages } from './new-space/new-space-pages.js';
import { ApplyChanges } from './editing/apply-changes.js';
import { NewPage } from './editing/new-page.js';
import { FileForms } from './files/file-forms.js';
import { FilePages } from './files/file-pages.js';
import { FilePlaces } from './files/file-places.js';
import { ExportPages } from './imports/export-pages.js';
import { ImportForms } from './imports/import-forms.js';
import { ImportPages } from './imports/import-pages.js';
import { ReusablePages } from './files/reusable-pages.js';
import { TagForms } from './files/tag-forms.js';
import { TagPages } from './files/tag-pages.js';
import { EditingPages } from './editing/editing-pages.js';
import { PreviewPages } from './preview/previews.js';
import { SessionEntry } from './sign-in/session-entry.js';
import { SignInRequests } from './sign-in/sign-in-requests.js';
import { BrowserSecret } from './sso/browser-secret.js';
import { TokenPages } from './tokens/token-pages.js';
import { CommandLinePage } from './sso/command-line.js';
import { HiddenOrganizations } from './sso/hidden-organizations.js';
import { OidcRequests } from './sso/oidc.js';
import { SingleSignOn } from './sso/sso.js';
import { TranslationForms } from './translations/translation-forms.js';
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
    OperatorsModule,
    OrganizationsModule,
    SamlModule,
    OidcModule,
    CollectionsModule,
    SpacesModule,
    InvitesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    CommentsModule,
    PdfModule,
    SitesModule,
    PublishingModule,
    IntegrationsModule,
    TranslationsModule,
    ConversationsModule,
    HomeModule,
    SearchModule,
    TemplatesModule,
    LinksModule,
    GitModule,
    ImportsModule,
  ],
  controllers: [ContentAddressController],
  providers: [
    ContentByAddress,
    SessionEntry,
    SignInRequests,
    InvitePages,
    SingleSignOn,
    OidcRequests,
    BrowserSecret,
    CommandLinePage,
    HiddenOrganizations,
    MailPages,
    TokenPages,
    IntegrationViews,
    IntegrationForms,
    IntegrationPages,
    TranslationViews,
    TranslationForms,
    TranslationPages,
    ConversationViews,
    ClusterForms,
    ConversationPages,
    SpecificationForms,
    SpecificationUses,
    SpecificationPages,
    MemberLists,
    PreviewPlaces,
    ChangedPages,
    PageDiffs,
    ReviewThreads,
    QuotedWords,
    ReviewMembers,
    ReviewPlaces,
    ReviewHistory,
    ReviewChanges,
    ReviewBlocks,
    BlockWriter,
    ConflictEdits,
    ConflictViews,
    ThreadForms,
    ReviewForms,
    ChangeListPages,
    ReviewPages,
    CommentPages,
    EditingPages,
    ApplyChanges,
    NewPage,
    NewSpacePages,
    FilePlaces,
    FileForms,
    FilePages,
    ReusablePages,
    TagForms,
    TagPages,
    ImportForms,
    ImportPages,
    ExportPages,
    HistoryPages,
    ComparisonPages,
    Comparisons,
    PageHistoryPages,
    RestoreContent,
    RestoreBlock,
    PreviewPages,
    MemberRoutes,
    ArchivedNotices,
    GitNotices,
    MemberShell,
    HomePages,
    InboxPages,
    SearchPages,
    ProfilePages,
    WaysInPages,
    SessionPages,
    SessionApi,
    MemberRequests,
  ],
  exports: [MemberRequests, MemberRoutes, MemberShell, IntegrationForms],
})
export class MemberPagesModule {}
