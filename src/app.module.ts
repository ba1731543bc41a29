import { type DynamicModule, Module } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AuditModule } from '#modules/audit/index.js';
import { AccessModule } from '#modules/access/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { CollectionsModule } from '#modules/collections/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { ContentModule } from '#modules/content/index.js';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { DemoModule } from '#modules/demo/index.js';
import { GitModule } from '#modules/git/index.js';
import { InsightsModule } from '#modules/insights/index.js';
import { ImportsModule } from '#modules/imports/index.js';
import { PdfModule } from '#modules/pdf/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { RendererCachesModule } from '#modules/renderer-caches/index.js';
import { ResolverModule } from '#modules/resolver/index.js';
import { ScimModule } from '#modules/scim/index.js';
import { SearchModule } from '#modules/search/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { LinksModule } from '#modules/links/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { AdministrationModule } from '#modules/administration/index.js';
import { NotificationsModule } from '#modules/notifications/index.js';
import { ConversationsModule } from '#modules/conversations/index.js';
import { EditingModule } from '#modules/editing/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { InvitesModule } from '#modules/invites/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
import { OidcModule } from '#modules/oidc/index.js';
import { SamlModule } from '#modules/saml/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { TranslationsModule } from '#modules/translations/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { SignInModule, UsersModule } from '#modules/users/index.js';
import { CommentsModule } from '#modules/comments/index.js';
import { HomeModule } from '#modules/home/index.js';
import { ConfigModule } from '#platform/config/config.module.js';
import type { Config } from '#platform/config/env.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { DecoratedMethodsModule } from '#platform/discovery/decorated-methods.module.js';
import { HealthModule } from '#platform/health/health.module.js';
import { HttpClientModule } from '#platform/http-client/http-client.module.js';
import { HttpModule } from '#platform/http/http.module.js';
import { WritesModule } from '#platform/http/writes.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { SecretsModule } from '#platform/secrets/secrets.module.js';
import { MailModule } from '#platform/mail/mail.module.js';
import { LoggingModule } from '#platform/logging/logging.module.js';

/** The composition root: the only file that names every module. */
@Module({})
export class AppModule {
  static register(config: Config, dataSource: DataSource): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        LoggingModule,
        DatabaseModule.register(dataSource),
        DecoratedMethodsModule,
        HealthModule,
        HttpModule,
        WritesModule,
        HttpClientModule,
        JobsModule,
        MailModule,
        SecretsModule,
        ...DOMAIN_MODULES,
        // Without an external renderer, no cache purges are recorded.
        ...(config.rendererUrl === undefined ? [] : [RendererCachesModule]),
        DemoModule,
      ],
    };
  }
}

/** All domains. Their order is that of the operations in openapi.json; .dependency-cruiser.cjs says which may import which. */
const DOMAIN_MODULES: NonNullable<DynamicModule['imports']> = [
  StorageModule,
  ContentModule,
  TemplatesModule,
  AuditModule,
  UsersModule,
  SignInModule,
  OperatorsModule,
  NotificationsModule,
  OrganizationsModule,
  TeamsModule,
  SamlModule,
  OidcModule,
  ScimModule,
  AccessModule,
  OpenApiModule,
  CollectionsModule,
  SpacesModule,
  InvitesModule,
  SpaceContentModule,
  ChangeRequestsModule,
  GitModule,
  ImportsModule,
  CommentsModule,
  HomeModule,
  LinksModule,
  SearchModule,
  TranslationsModule,
  SitesModule,
  PublishingModule,
  ResolverModule,
  PdfModule,
  InsightsModule,
  MemberPagesModule,
  AdministrationModule,
  IntegrationsModule,
  EditingModule,
  ConversationsModule,
];
