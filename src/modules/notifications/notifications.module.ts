import { Module } from '@nestjs/common';
import { NotificationMail } from './notification-mail.js';

/** What people are told by mail, and what of it they turned off. */
@Module({ providers: [NotificationMail], exports: [NotificationMail] })
export class NotificationsModule {}
