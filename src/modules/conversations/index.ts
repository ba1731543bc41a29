export { ConversationsModule } from './conversations.module.js';
export { Clusters, type ClusterView } from './clusters/clusters.service.js';
export { ingestConversationsVerdict, readConversationsVerdict } from './conversation.policy.js';
export { IngestConversations } from './ingest/ingest-conversations.js';
export { Conversations, type FoundIssue } from './conversations.service.js';
export { CLUSTER_ORDERS, CLUSTER_STATUSES, type ClusterFilter } from './records/clusters.repository.js';
