import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { ContentModule } from '#modules/content/index.js';
import { InsightsModule } from '#modules/insights/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { IntegrationPicturesController } from './catalog/integration-pictures.controller.js';
import { BundledIntegrations } from './catalog/bundled-integrations.js';
import { IntegrationPictures } from './catalog/integration-pictures.js';
import { IntegrationResources } from './catalog/integration-resources.js';
import { IntegrationsController } from './catalog/integrations.controller.js';
import { IntegrationsRepository } from './catalog/integrations.repository.js';
import { Integrations } from './catalog/integrations.service.js';
import { PublishIntegration } from './catalog/publish-integration.js';
import { UnpublishIntegration } from './catalog/unpublish-integration.js';
import { AskScript } from './content-sources/ask-script.js';
import { ComputePages } from './content-sources/compute-pages.js';
import { FindSourceStates } from './content-sources/find-source-states.js';
import { IntegrationContent } from './content-sources/integration-content.js';
import { RecomputePages } from './content-sources/recompute-pages.js';
import { SourceInstallations } from './content-sources/source-installations.js';
import { ChangeTargets } from './installations/change-targets.js';
import { CreateToken } from './installations/create-token.js';
import { Install } from './installations/install.js';
import { InstallationAccess } from './installations/installation-access.js';
import { InstallationTargets } from './installations/installation-targets.service.js';
import { InstallationUpkeep } from './installations/installation-upkeep.js';
import { InstallationsController } from './installations/installations.controller.js';
import { InstalledIntegrationsController } from './installations/installed.controller.js';
import { TargetResources } from './installations/target-resources.js';
import { InstallationTargetsController } from './installations/targets.controller.js';
import { Uninstall } from './installations/uninstall.js';
import { UpdateInstallation } from './installations/update-installation.js';
import { InstallationsRepository } from './installations/installations.repository.js';
import { Installations } from './installations/installations.service.js';
import { IntegrationTokens } from './installations/integration-tokens.js';
import { TargetsRepository } from './installations/targets.repository.js';
import { Deliveries } from './events/deliveries.js';
import { IntegrationDevelopmentController } from './events/development.controller.js';
import { Development } from './events/development.service.js';
import { EventLog } from './events/event-log.service.js';
import { IntegrationEventsController } from './events/events.controller.js';
import { IntegrationEventJobs } from './events/integration-events.jobs.js';
import { OccurredEvents } from './events/occurred-events.js';
import { ReaderEventForwarder } from './events/reader-event-forwarder.js';
import { WebhookReceiver } from './webhook/webhook-receiver.js';
import { WebhookSecretsController } from './webhook/webhook-secrets.controller.js';
import { WebhookSecrets } from './webhook/webhook-secrets.js';
import { WebhookIntegration } from './webhook/webhook.integration.js';
import { DeliverEvent } from './events/deliver-event.js';
import { EventReceivers } from './events/event-receivers.js';
import { IntegrationEvents } from './events/integration-events.js';
import { IntegrationEventsRepository } from './events/integration-events.repository.js';
import { IntegrationRequests } from './endpoints/integration-requests.js';
import { PublishedScripts } from './endpoints/published-scripts.js';
import { VisitorSignIn } from './endpoints/visitor-sign-in.js';
import { ShownIntegrations } from './endpoints/shown-integrations.js';
import { BlockTickets } from './rendering/block-tickets.js';
import { ShownBlocks } from './rendering/shown-blocks.js';
import { Components } from './rendering/components.js';
import { RenderController } from './rendering/render.controller.js';
import { RenderUi } from './rendering/render-ui.js';
import { SiteBlocks } from './rendering/site-blocks.js';
import { DevTunnel } from './runtime/dev-tunnel.js';
import { ScriptEnvironments } from './runtime/environment.js';
import { ScriptCalls } from './runtime/script-calls.js';
import { Scripts } from './runtime/scripts.js';

/** Integrations that were published, and where they are. */
const CATALOG = [
  IntegrationsRepository,
  Integrations,
  IntegrationPictures,
  BundledIntegrations,
  IntegrationResources,
  PublishIntegration,
  UnpublishIntegration,
];

const INSTALLATIONS = [
  InstallationsRepository,
  TargetsRepository,
  Installations,
  InstallationTargets,
  InstallationAccess,
  Install,
  UpdateInstallation,
  Uninstall,
  ChangeTargets,
  InstallationUpkeep,
  TargetResources,
  IntegrationTokens,
  CreateToken,
];

const CONTROLLERS = [
  RenderController,
  IntegrationEventsController,
  IntegrationDevelopmentController,
  WebhookSecretsController,
  IntegrationsController,
  IntegrationPicturesController,
  InstallationsController,
  InstallationTargetsController,
  InstalledIntegrationsController,
];

const RUNTIME = [Scripts, ScriptEnvironments, DevTunnel, ScriptCalls];

const EVENTS = [
  IntegrationEventsRepository,
  IntegrationEvents,
  EventReceivers,
  DeliverEvent,
  Deliveries,
  IntegrationEventJobs,
  OccurredEvents,
  ReaderEventForwarder,
  EventLog,
  Development,
];

const WEBHOOK = [WebhookIntegration, WebhookReceiver, WebhookSecrets];

/** Providers that answer requests of readers and the public: endpoints, scripts on pages, blocks. */
const REQUEST_HANDLERS = [
  IntegrationRequests,
  PublishedScripts,
  ShownIntegrations,
  VisitorSignIn,
  Components,
  RenderUi,
  BlockTickets,
  ShownBlocks,
  SiteBlocks,
];

/** Pages that integrations compute. */
const CONTENT_SOURCES = [
  AskScript,
  ComputePages,
  FindSourceStates,
  SourceInstallations,
  IntegrationContent,
  RecomputePages,
];

/** Programs of others that extend Bindery: published, installed, run, and told what happens. */
@Module({
  imports: [
    AccessModule,
    ContentModule,
    InsightsModule,
    OrganizationsModule,
    PublishingModule,
    SitesModule,
    SpaceContentModule,
    SpacesModule,
    StorageModule,
    UsersModule,
  ],
  controllers: CONTROLLERS,
  providers: [
    ...RUNTIME,
    ...EVENTS,
    ...WEBHOOK,
    ...CATALOG,
    ...INSTALLATIONS,
    ...REQUEST_HANDLERS,
    ...CONTENT_SOURCES,
  ],
  exports: [
    Integrations,
    IntegrationResources,
    Installations,
    InstallationTargets,
    Install,
    UpdateInstallation,
    Uninstall,
    ChangeTargets,
    EventLog,
    WebhookSecrets,
  ],
})
export class IntegrationsModule {}
