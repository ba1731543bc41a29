import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { MailPreferences, type MailTopics } from './mail-preferences.service.js';
import { NotificationPreferencesResource, UpdateNotificationsBody } from './notifications.dto.js';

/** Bindery's own operations: the published contract does not say who is told what. */
@ApiTags('users')
@Controller('v1/user/notifications')
export class NotificationsController {
  constructor(private readonly preferences: MailPreferences) {}

  @Get()
  @Authenticated('user:read')
  @Operation('getNotificationPreferences', 'Get your mail preferences')
  @Ok(NotificationPreferencesResource)
  async getNotificationPreferences(@CurrentActor() actor: Actor): Promise<NotificationPreferencesResource> {
    return present((await this.preferences.getOwn(actor)).topics);
  }

  @Patch()
  @Authenticated('user:write')
  @Operation('updateNotificationPreferences', 'Turn mail on or off by topic')
  @Ok(NotificationPreferencesResource)
  async updateNotificationPreferences(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateNotificationsBody,
  ): Promise<NotificationPreferencesResource> {
    return present((await this.preferences.changeOwn(actor, body.mail ?? {})).topics);
  }
}

function present({
  invitations,
  reviews,
  mentions,
  discussions,
  repositories,
}: MailTopics): NotificationPreferencesResource {
  return {
    object: 'notification-preferences',
    mail: { invitations, reviews, mentions, discussions, repositories },
  };
}
