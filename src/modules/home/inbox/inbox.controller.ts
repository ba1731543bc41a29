import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  InboxCountResource,
  InboxEntryResource,
  ListInboxQuery,
  ReadInboxBody,
  UnreadInboxBody,
} from './inbox.dto.js';
import { presentInboxEntry } from './inbox.presenter.js';
import { Inbox } from './inbox.service.js';

/** Bindery's own operations: the published contract tells people by mail only. */
@ApiTags('inbox')
@Controller('v1/orgs/:organizationId/inbox')
export class InboxController {
  constructor(
    private readonly inbox: Inbox,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:comments:read')
  @Operation(
    'listInboxEntries',
    'News for you, newest first: reviews, mentions, comments, replies, merges, and repositories that wait for you',
  )
  @ApiPage(InboxEntryResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() { unread = false, ...page }: ListInboxQuery,
  ): Promise<Page<InboxEntryResource>> {
    const entries = await this.inbox.list(actor, params.organizationId, { ...page, isUnread: unread });
    return mapPage(entries, (entry) => presentInboxEntry(entry, this.urls));
  }

  @Get('count')
  @Authenticated('space:comments:read')
  @Operation('countUnreadInboxEntries', 'The number of your unread entries')
  @Ok(InboxCountResource)
  async count(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
  ): Promise<InboxCountResource> {
    return { object: 'inbox-count', unread: await this.inbox.countUnread(actor, params.organizationId) };
  }

  @Post('read')
  @Authenticated('user:write')
  @Operation('markInboxEntriesRead', 'Mark entries of yours as read: some, or all')
  @NoContent('They are read.')
  async read(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() { entries, until }: ReadInboxBody,
  ): Promise<void> {
    const limit = until === undefined ? undefined : new Date(until);
    await this.inbox.markRead(actor, params.organizationId, { entries, until: limit });
  }

  @Post('unread')
  @Authenticated('user:write')
  @Operation('markInboxEntriesUnread', 'Mark entries of yours as unread')
  @NoContent('They are unread.')
  async unread(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() { entries }: UnreadInboxBody,
  ): Promise<void> {
    await this.inbox.markUnread(actor, params.organizationId, entries);
  }
}
