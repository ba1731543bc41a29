import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/env.js';
import type { EnqueueOptions } from '../jobs/jobs.js';
import { Logger } from '../logging/logger.js';
import { type MailContent, mailHtml, mailText } from './mail-layout.js';
import { SentMailsRepository } from './sent-mails.repository.js';

/** A mail to one person. */
export interface Mail {
  /** Names the mail for good: one that was sent is not sent again. Ids only. */
  key: string;
  /** Keys of other mails that this one makes needless. */
  alsoTells?: readonly string[];
  /** Mails with the same thread are shown together; alone when absent. */
  thread?: string;
  to: { name: string; address: string };
  subject: string;
  /** Content of the mail; it is laid out here, so that all mail looks alike. */
  content: MailContent;
  /** More headers, in ASCII. */
  headers?: Record<string, string>;
}

/** For jobs that send mail: servers that let a sender they do not know wait want it to come back within half an hour. */
export const MAIL_JOB: Pick<EnqueueOptions, 'retries'> = { retries: 10 };

const TIMEOUT_MS = 20_000;

/**
 * Sends mail over the operator's SMTP server. Call it in a job: a server that is away is a reason to try again. Where no
 * server is set nothing may be queued either; ask `isEnabled`.
 */
@Injectable()
export class Mailer {
  readonly isEnabled: boolean;
  /** Made with the first mail. */
  private transport: Promise<Transporter> | undefined;
  private readonly domain: string;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly sent: SentMailsRepository,
  ) {
    this.isEnabled = config.smtpUrl !== undefined;
    this.domain = new URL(config.publicUrl).hostname;
  }

  /**
   * Sends the mail unless it went out before. A process that dies between sending and noting it sends it again, with the
   * same Message-ID, which mail programs show once.
   * @throws when the server is away or answers "not now"; a mail it refuses for good is logged and given up.
   */
  async send(mail: Mail): Promise<void> {
    if (!this.isEnabled || (await this.sent.findSent([mail.key])).length > 0) return;
    try {
      await this.sendNow(mail);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      this.logger.warn('The mail server refused a mail for good', { key: mail.key, err: error });
    }
    await this.sent.add([mail.key, ...(mail.alsoTells ?? [])], this.clock.now());
  }

  /**
   * Sends the mail at once, whether or not it went out before, and notes nothing.
   * @returns the words with which the server took it. @throws the error of the library for whatever goes wrong.
   */
  async sendNow(mail: Mail): Promise<string> {
    const thread = mail.thread === undefined ? undefined : this.messageId(mail.thread);
    const transport = await (this.transport ??= this.connect());
    const { response } = (await transport.sendMail({
      to: mail.to,
      subject: oneLine(mail.subject),
      text: mailText(mail.content),
      html: mailHtml(mail.content),
      messageId: this.messageId(mail.key),
      inReplyTo: thread,
      references: thread,
      // Out-of-office programs leave such mail alone.
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    })) as { response?: string };
    return response ?? '';
  }

  /** The keys whose mail was not sent yet. */
  async unsent(keys: readonly string[]): Promise<string[]> {
    const sent = new Set(await this.sent.findSent(keys));
    return keys.filter((key) => !sent.has(key));
  }

  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { smtpUrl: url, mailFrom: from } = this.config;
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    return createTransport({ url, ...timeouts }, { from });
  }

  private messageId(name: string): string {
    return `<${createHash('sha256').update(name).digest('hex').slice(0, 40)}@${this.domain}>`;
  }
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * True for a permanent answer (5xx) to the recipient or the mail, and for an invalid address: a retry changes nothing.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    (responseCode === undefined || Number(responseCode) >= 500)
  );
}
