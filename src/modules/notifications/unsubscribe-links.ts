import { Injectable } from '@nestjs/common';
import { InstallationSecrets } from '#modules/storage/index.js';
import { normalizeEmail } from '#modules/users/index.js';
import { Urls } from '#platform/http/urls.js';
import { MAIL_TOPICS, type MailTopic } from './topics.js';

const SIGNATURE_BYTES = 16;

/** Whom a link was sent to, and in a mail about what. */
export interface MailRecipient {
  address: string;
  topic: MailTopic;
}

/**
 * Addresses that stand in mail and prove, without signing in, that whoever opens them got that mail. They work for ever, as mail is
 * kept for ever, and allow nothing but to choose what mail the address gets.
 */
@Injectable()
export class UnsubscribeLinks {
  private readonly secret = this.secrets.declare('mail-links');

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
  ) {}

  /** `<PUBLIC_URL>/app/mail/<signed>`, served by the pages for members. */
  linkFor({ address, topic }: MailRecipient): string {
    const payload = Buffer.from(`${topic}:${normalizeEmail(address)}`);
    const signature = this.secret.sign([payload], SIGNATURE_BYTES);
    return this.urls.app('mail', Buffer.concat([signature, payload]).toString('base64url'));
  }

  /** Whom the last part of such an address was made for; null when it was not made here or was altered. */
  verify(signed: string): MailRecipient | null {
    const bytes = Buffer.from(signed, 'base64url');
    const payload = bytes.subarray(SIGNATURE_BYTES);
    if (payload.length === 0) return null;
    if (!this.secret.verify(bytes.subarray(0, SIGNATURE_BYTES), [payload], SIGNATURE_BYTES)) return null;
    const [name, ...address] = payload.toString().split(':');
    const topic = MAIL_TOPICS.find((known) => known === name);
    return topic ? { topic, address: address.join(':') } : null;
  }
}
