import { Injectable } from '@nestjs/common';
import { type Mail, Mailer } from '#platform/mail/mailer.js';
import { MailPreferences } from './mail-preferences.service.js';
import { type MailTopic, TOPIC_NAMES } from './topics.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

/** Mail that tells people something they may turn off. Call it in a job, and only where `isEnabled`. */
@Injectable()
export class NotificationMail {
  constructor(
    private readonly mailer: Mailer,
    private readonly preferences: MailPreferences,
    private readonly links: UnsubscribeLinks,
  ) {}

  /** True when a mail server is configured; without one nothing may be queued. */
  get isEnabled(): boolean {
    return this.mailer.isEnabled;
  }

  /**
   * Sends the mail unless it went out before, or the address wants nothing of this kind. What turns it off stands below the
   * mail, and in its headers for mail programs that have a button for it (RFC 2369, RFC 8058).
   * @throws as `Mailer.send`
   */
  async send(topic: MailTopic, mail: Mail): Promise<void> {
    const { address } = mail.to;
    const wanted = await this.preferences.get(address);
    if (!wanted[topic]) return;
    const url = this.links.linkFor({ address, topic });
    const stop = { label: `Get no more mail about ${TOPIC_NAMES[topic]}`, url };
    await this.mailer.send({
      ...mail,
      content: { ...mail.content, footer: [...mail.content.footer, stop] },
      headers: {
        ...mail.headers,
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  }
}
