import { Injectable } from '@nestjs/common';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { readConversationsVerdict } from './conversation.policy.js';
import { type Conversation, ConversationsRepository } from './records/conversations.repository.js';
import { IssuesRepository, type ShownIssue } from './records/issues.repository.js';

/** An issue with the conversation it is from. */
export interface FoundIssue {
  issue: ShownIssue;
  conversation: Conversation;
}

/** Reading conversations and the issues in them. */
@Injectable()
export class Conversations {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly issues: IssuesRepository,
  ) {}

  /** @throws NotFound for actors outside the organization, Forbidden for those who may not read conversations. */
  requireReader(actor: Actor, organizationId: string): void {
    requireAllowed('organization', readConversationsVerdict(actor.memberships.get(organizationId)));
  }

  /** Newest first. @throws NotFound, Forbidden */
  async list(
    actor: Actor,
    organizationId: string,
    source: string | undefined,
    page: PageRequest,
  ): Promise<Page<Conversation>> {
    this.requireReader(actor, organizationId);
    return this.conversations.list(organizationId, source, page);
  }

  /** @throws NotFound, Forbidden */
  async get(actor: Actor, organizationId: string, id: string): Promise<Conversation> {
    this.requireReader(actor, organizationId);
    const conversation = await this.conversations.find(organizationId, id);
    if (!conversation) throw new NotFound('conversation');
    return conversation;
  }

  /** Newest first. @throws NotFound, Forbidden */
  async listIssues(
    actor: Actor,
    organizationId: string,
    filter: { cluster?: string; conversation?: string },
    request: PageRequest,
  ): Promise<Page<FoundIssue>> {
    this.requireReader(actor, organizationId);
    const page = await this.issues.list(organizationId, filter, request);
    const ids = [...new Set(page.items.map(({ conversationId }) => conversationId))];
    const found = await this.conversations.findByIds(organizationId, ids);
    const byId = new Map(found.map((conversation) => [conversation.id, conversation]));
    return mapPage(page, (issue) => ({ issue, conversation: byId.get(issue.conversationId)! }));
  }

  /** @throws NotFound, Forbidden */
  async getIssue(actor: Actor, organizationId: string, id: string): Promise<FoundIssue> {
    this.requireReader(actor, organizationId);
    const issue = await this.issues.find(organizationId, id);
    const conversation = issue && (await this.conversations.find(organizationId, issue.conversationId));
    if (!conversation) throw new NotFound('issue');
    return { issue, conversation };
  }
}
