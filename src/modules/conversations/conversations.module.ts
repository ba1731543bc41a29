import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { IntegrationsModule } from '#modules/integrations/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SearchModule } from '#modules/search/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { ClustersController } from './clusters/clusters.controller.js';
import { Clusters } from './clusters/clusters.service.js';
import { ConversationsController } from './conversations.controller.js';
import { Conversations } from './conversations.service.js';
import { IngestConversations } from './ingest/ingest-conversations.js';
import { SourceNames } from './ingest/source-names.js';
import { ModelEndpoint } from './language/model-endpoint.js';
import { SentenceModel } from './language/sentence-model.js';
import { ClusterIssues } from './processing/cluster-issues.js';
import { ConversationsJobs } from './processing/conversations.jobs.js';
import { ProcessConversations } from './processing/process-conversations.js';
import { RenewVectors } from './processing/renew-vectors.js';
import { ReadConversation } from './processing/read-conversation.js';
import { ClustersRepository } from './records/clusters.repository.js';
import { ConversationsRepository } from './records/conversations.repository.js';
import { IssuesRepository } from './records/issues.repository.js';

const RECORDS = [ConversationsRepository, IssuesRepository, ClustersRepository];
const LANGUAGE = [ModelEndpoint, SentenceModel];
const PROCESSING = [ConversationsJobs, ProcessConversations, ReadConversation, ClusterIssues, RenewVectors];

/** Conversations of readers with support: what they ask, and what is asked again and again. */
@Module({
  imports: [ChangeRequestsModule, IntegrationsModule, OrganizationsModule, SearchModule, SpaceContentModule],
  controllers: [ConversationsController, ClustersController],
  providers: [
    ...RECORDS,
    ...LANGUAGE,
    ...PROCESSING,
    Conversations,
    Clusters,
    IngestConversations,
    SourceNames,
  ],
  exports: [Conversations, Clusters, IngestConversations],
})
export class ConversationsModule {}
