import { Injectable } from '@nestjs/common';
import { type Mail, Mailer } from '#platform/mail/mailer.js';
import type { MailTopic } from './topics.js';

/** Mail that tells people something they may turn off. Call it in a job, and only where `isEnabled`. */
@Injectable()
export class NotificationMail {
  constructor(private readonly mailer: Mailer) {}

  /** Whether the operator set a mail server; where not, nothing may be queued either. */
  get isEnabled(): boolean {
    return this.mailer.isEnabled;
  }

  /** Sends the mail unless it went out before, or the address wants nothing of this kind. @throws as `Mailer.send` */
  async send(_topic: MailTopic, mail: Mail): Promise<void> {
    await this.mailer.send(mail);
  }
}
