import { ClusterEntity } from '#modules/conversations/records/cluster.entity.js';
import { ConversationEntity } from '#modules/conversations/records/conversation.entity.js';
import { IssueEntity } from '#modules/conversations/records/issue.entity.js';
import { InstallationSettingEntity } from '#platform/database/installation-setting.entity.js';
import { SentMailEntity } from '#platform/mail/sent-mail.entity.js';
import { AuditEventEntity } from '#modules/audit/audit-event.entity.js';
import { AgentInstructionsEntity } from '#modules/organizations/agent-instructions/agent-instructions.entity.js';
import { MemberEntity } from '#modules/organizations/member.entity.js';
import { MutedMailTopicEntity } from '#modules/notifications/muted-mail-topic.entity.js';
import { OrganizationEntity } from '#modules/organizations/organization.entity.js';
import { TeamEntity } from '#modules/teams/team.entity.js';
import { TeamMemberEntity } from '#modules/teams/team-member.entity.js';
import { SignInLinkEntity } from '#modules/users/sign-in/sign-in-link.entity.js';
import { UserEntity } from '#modules/users/user.entity.js';
import { UserTokenEntity } from '#modules/users/user-token.entity.js';
import { SignInCodeEntity } from '#modules/saml/codes/sign-in-code.entity.js';
import { SamlProviderEntity } from '#modules/saml/providers/saml-provider.entity.js';
import { SamlAssertionEntity } from '#modules/saml/sign-in/saml-assertion.entity.js';
import { SamlIdentityEntity } from '#modules/saml/sign-in/saml-identity.entity.js';
import { SamlRequestEntity } from '#modules/saml/sign-in/saml-request.entity.js';
import { TeamGrantEntity } from '#modules/access/team-grant.entity.js';
import { UserGrantEntity } from '#modules/access/user-grant.entity.js';
import { OpenApiSpecEntity } from '#modules/openapi/openapi-spec.entity.js';
import { OpenApiVersionEntity } from '#modules/openapi/openapi-version.entity.js';
import { CollectionEntity } from '#modules/collections/collection.entity.js';
import { SpaceEntity } from '#modules/spaces/space.entity.js';
import { InvitationEntity } from '#modules/invites/mail/invitation.entity.js';
import { InviteLinkEntity } from '#modules/invites/links/invite-link.entity.js';
import { ChangeRequestEntity } from '#modules/change-requests/change-request.entity.js';
import { ChangeRequestContributorEntity } from '#modules/change-requests/change-request-contributor.entity.js';
import { ChangeRequestConflictEntity } from '#modules/change-requests/merge/change-request-conflict.entity.js';
import { ChangeRequestReviewEntity } from '#modules/change-requests/reviews/change-request-review.entity.js';
import { RequestedReviewerEntity } from '#modules/change-requests/reviews/requested-reviewer.entity.js';
import { CommentEntity } from '#modules/comments/comment.entity.js';
import { CommentReactionEntity } from '#modules/comments/reactions/comment-reaction.entity.js';
import { GitStateEntity } from '#modules/git/git-state.entity.js';
import { GitRunEntity } from '#modules/git/runs/git-run.entity.js';
import { BlobEntity } from '#modules/storage/blob.entity.js';
import { ContentImportEntity } from '#modules/imports/content-import.entity.js';
import { ContentImportItemEntity } from '#modules/imports/content-import-item.entity.js';
import { UploadEntity } from '#modules/storage/uploads/upload.entity.js';
import { SiteEntity } from '#modules/sites/site/site.entity.js';
import { SiteEventSaltEntity } from '#modules/insights/events/salt.entity.js';
import { SiteEventEntity } from '#modules/insights/events/site-event.entity.js';
import { SiteExternalLinkEntity } from '#modules/sites/structure/site-external-link.entity.js';
import { SiteSectionEntity } from '#modules/sites/structure/site-section.entity.js';
import { SiteSectionGroupEntity } from '#modules/sites/structure/site-section-group.entity.js';
import { SiteImageEntity } from '#modules/sites/customization/site-image.entity.js';
import { CustomFontEntity } from '#modules/sites/customization/custom-font.entity.js';
import {
  SiteCustomizationEntity,
  SiteSpaceCustomizationEntity,
} from '#modules/sites/customization/site-customization.entity.js';
import { AddressClaimEntity } from '#modules/sites/addresses/claims/address-claim.entity.js';
import { SiteRedirectEntity } from '#modules/sites/redirects/site-redirect.entity.js';
import { SiteSpaceEntity } from '#modules/sites/structure/site-space.entity.js';
import { ShareLinkEntity } from '#modules/sites/audience/share-link.entity.js';
import { SiteAdaptiveSchemaEntity } from '#modules/sites/audience/site-adaptive-schema.entity.js';
import { ContentObjectEntity } from '#modules/content/objects/content-object.entity.js';
import { ContentDocumentEntity } from '#modules/content/derived/content-document.entity.js';
import { ContentRevisionEntity } from '#modules/content/revisions/content-revision.entity.js';
import { ContentProjectionEntity } from '#modules/content/projection/content-projection.entity.js';
import { SearchBacklogEntity } from '#modules/search/indexing/search-backlog.entity.js';
import { SearchPageEntity } from '#modules/search/indexing/search-page.entity.js';
import { SearchWordEntity } from '#modules/search/spelling/search-word.entity.js';
import { ContentPageEntity } from '#modules/content/projection/content-page.entity.js';
import { ContentEntryEntity } from '#modules/content/projection/content-entry.entity.js';
import { FormerPathEntity } from '#modules/content/projection/former-path.entity.js';
import { PdfExportEntity } from '#modules/pdf/pdf-export.entity.js';
import { IntegrationEntity } from '#modules/integrations/catalog/integration.entity.js';
import { IntegrationScriptEntity } from '#modules/integrations/catalog/integration-script.entity.js';
import { IntegrationEventEntity } from '#modules/integrations/events/integration-event.entity.js';
import { IntegrationQueueEntity } from '#modules/integrations/events/integration-queue.entity.js';
import { WebhookSecretEntity } from '#modules/integrations/webhook/webhook-secret.entity.js';
import { InstallationEntity } from '#modules/integrations/installations/installation.entity.js';
import { InstallationTargetEntity } from '#modules/integrations/installations/installation-target.entity.js';
import { TranslationEntity } from '#modules/translations/records/translation.entity.js';
import { TranslationRunEntity } from '#modules/translations/records/translation-run.entity.js';
import { GlossaryEntryEntity } from '#modules/translations/glossary/glossary-entry.entity.js';
import { RememberedTranslationEntity } from '#modules/translations/memory/remembered-translation.entity.js';

/** Every TypeORM entity, for the data source. */
export const entities: (new () => object)[] = [
  InstallationSettingEntity,
  SentMailEntity,
  AuditEventEntity,
  UserEntity,
  UserTokenEntity,
  MutedMailTopicEntity,
  SignInLinkEntity,
  OrganizationEntity,
  AgentInstructionsEntity,
  MemberEntity,
  TeamEntity,
  TeamMemberEntity,
  SignInCodeEntity,
  SamlProviderEntity,
  SamlAssertionEntity,
  SamlIdentityEntity,
  SamlRequestEntity,
  BlobEntity,
  ContentObjectEntity,
  ContentDocumentEntity,
  ContentRevisionEntity,
  ContentProjectionEntity,
  ContentPageEntity,
  SearchPageEntity,
  SearchBacklogEntity,
  SearchWordEntity,
  ContentEntryEntity,
  FormerPathEntity,
  InvitationEntity,
  InviteLinkEntity,
  UserGrantEntity,
  TeamGrantEntity,
  OpenApiSpecEntity,
  OpenApiVersionEntity,
  CollectionEntity,
  SpaceEntity,
  ChangeRequestEntity,
  ChangeRequestContributorEntity,
  ChangeRequestConflictEntity,
  ChangeRequestReviewEntity,
  RequestedReviewerEntity,
  CommentEntity,
  CommentReactionEntity,
  GitStateEntity,
  GitRunEntity,
  UploadEntity,
  ContentImportEntity,
  ContentImportItemEntity,
  SiteEntity,
  SiteEventEntity,
  SiteEventSaltEntity,
  SiteExternalLinkEntity,
  SiteSectionEntity,
  SiteSectionGroupEntity,
  SiteSpaceEntity,
  AddressClaimEntity,
  SiteRedirectEntity,
  ShareLinkEntity,
  SiteAdaptiveSchemaEntity,
  SiteCustomizationEntity,
  SiteSpaceCustomizationEntity,
  CustomFontEntity,
  SiteImageEntity,
  PdfExportEntity,
  IntegrationEntity,
  IntegrationScriptEntity,
  InstallationEntity,
  InstallationTargetEntity,
  IntegrationEventEntity,
  IntegrationQueueEntity,
  WebhookSecretEntity,
  ConversationEntity,
  IssueEntity,
  ClusterEntity,
  TranslationEntity,
  TranslationRunEntity,
  GlossaryEntryEntity,
  RememberedTranslationEntity,
];
