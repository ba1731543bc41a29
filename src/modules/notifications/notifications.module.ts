import { Module } from '@nestjs/common';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { MailPreferences } from './mail-preferences.service.js';
import { MutedTopicsRepository } from './muted-topics.repository.js';
import { NotificationMail } from './notification-mail.js';
import { NotificationsController } from './notifications.controller.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

/** Notifications by mail, and the preferences about them. */
@Module({
  imports: [StorageModule, UsersModule],
  controllers: [NotificationsController],
  providers: [NotificationMail, MailPreferences, MutedTopicsRepository, UnsubscribeLinks],
  exports: [NotificationMail, MailPreferences, UnsubscribeLinks],
})
export class NotificationsModule {}
