import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  ConversationDetailsResource,
  ConversationInputBody,
  ConversationParams,
  ConversationResource,
  IssueDetailsResource,
  IssueParams,
  ListConversationsQuery,
  ListIssuesQuery,
} from './conversation.dto.js';
import { presentConversation, presentConversationDetails, presentIssue } from './conversation.presenter.js';
import { Conversations } from './conversations.service.js';
import { IngestConversations } from './ingest/ingest-conversations.js';

const INPUT = { $ref: getSchemaPath(ConversationInputBody) };

@ApiTags('conversations')
@Controller('v1/orgs/:organizationId')
export class ConversationsController {
  constructor(
    private readonly conversations: Conversations,
    private readonly ingestion: IngestConversations,
    private readonly urls: Urls,
  ) {}

  @Get('conversations')
  @Authenticated('conversations:read')
  @Operation('listConversations', 'Conversations that were handed in')
  @ApiPage(ConversationResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { source, ...page }: ListConversationsQuery,
  ): Promise<Page<ConversationResource>> {
    const found = await this.conversations.list(actor, organizationId, source, page);
    return mapPage(found, (conversation) => presentConversation(conversation, this.urls));
  }

  @Post('conversations')
  @Authenticated('conversations:ingest')
  @BodyLimit(32)
  @Operation(
    'ingestConversation',
    'Hand in conversations with readers',
    'One, or a list of up to 100: all are taken or none. A second one of the same id replaces the first.',
  )
  @ApiExtraModels(ConversationInputBody)
  @ApiBody({ schema: { oneOf: [INPUT, { type: 'array', maxItems: 100, items: INPUT }] } })
  @NoContent('They are stored and will be processed.')
  ingest(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    // One or many: the pipe lets lists through where one is declared.
    @Body() body: unknown[],
  ): Promise<void> {
    return this.ingestion.execute(actor, organizationId, body);
  }

  @Get('conversations/:conversationId')
  @Authenticated('conversations:read')
  @Operation('getConversation', 'One conversation with all that was said')
  @Ok(ConversationDetailsResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, conversationId }: ConversationParams,
  ): Promise<ConversationDetailsResource> {
    const found = await this.conversations.get(actor, organizationId, conversationId);
    return presentConversationDetails(found, this.urls);
  }

  @Get('conversations-issues')
  @Authenticated('conversations:read')
  @Operation('listConversationsIssues', 'Questions that readers had')
  @ApiPage(IssueDetailsResource)
  async listIssues(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { cluster, conversation, ...page }: ListIssuesQuery,
  ): Promise<Page<IssueDetailsResource>> {
    const found = await this.conversations.listIssues(actor, organizationId, { cluster, conversation }, page);
    return mapPage(found, (issue) => presentIssue(issue, this.urls));
  }

  @Get('conversations-issues/:issueId')
  @Authenticated('conversations:read')
  @Operation('getConversationsIssue', 'One question, with its conversation')
  @Ok(IssueDetailsResource)
  async getIssue(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, issueId }: IssueParams,
  ): Promise<IssueDetailsResource> {
    return presentIssue(await this.conversations.getIssue(actor, organizationId, issueId), this.urls);
  }
}
