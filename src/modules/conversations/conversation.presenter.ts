import type { Urls } from '#platform/http/urls.js';
import type {
  ConversationDetailsResource,
  ConversationResource,
  IssueDetailsResource,
} from './conversation.dto.js';
import type { Conversation } from './records/conversations.repository.js';
import type { ShownIssue } from './records/issues.repository.js';

/** The wire form of a conversation. */
export function presentConversation(conversation: Conversation, urls: Urls): ConversationResource {
  const { organizationId, id, subject, createdAt, processedAt, source, url } = conversation;
  return {
    object: 'conversation',
    id,
    ...(subject === null ? {} : { subject }),
    createdAt: createdAt.toISOString(),
    ...(processedAt === null ? {} : { processedAt: processedAt.toISOString() }),
    source,
    urls: {
      location: urls.api('orgs', organizationId, 'conversations', id),
      ...(url === null ? {} : { source: url }),
    },
  };
}

/** The wire form of a conversation with all that was said. */
export function presentConversationDetails(
  conversation: Conversation,
  urls: Urls,
): ConversationDetailsResource {
  const { parts, url, attributes, createdAt } = conversation;
  return {
    conversation: presentConversation(conversation, urls),
    parts: parts.map(({ type, role, body }) => ({ type, role, body })),
    metadata: { ...(url === null ? {} : { url }), attributes, createdAt: createdAt.toISOString() },
  };
}

/** The wire form of an issue, with the conversation it is from. */
export function presentIssue(
  { issue, conversation }: { issue: ShownIssue; conversation: Conversation },
  urls: Urls,
): IssueDetailsResource {
  return {
    issue: {
      object: 'conversation-issue',
      id: issue.id,
      title: issue.title,
      summary: issue.summary,
      createdAt: issue.createdAt.toISOString(),
      ingestedAt: issue.ingestedAt.toISOString(),
      conversation: issue.conversationId,
      ...(issue.clusterId === null ? {} : { cluster: issue.clusterId }),
      urls: { location: urls.api('orgs', issue.organizationId, 'conversations-issues', issue.id) },
    },
    conversation: presentConversation(conversation, urls),
  };
}
