import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { MAIL_JOB, Mailer } from '#platform/mail/mailer.js';
import { Users } from '../users.service.js';
import { type AccountChange, AccountChanges } from './account-changes.js';

export const SEND_ACCOUNT_NOTICE = 'users.send-account-notice';

interface NoticeJob extends AccountChange {
  /** Names the mail among all. */
  id: string;
  at: string;
}

/** Tells people by mail, where there is mail, when the ways into their account changed or somebody came in from a new browser. */
@Injectable()
export class AccountNotices implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly users: Users,
    private readonly changes: AccountChanges,
  ) {}

  onModuleInit(): void {
    this.changes.register(async (change) => {
      if (!this.mailer.isEnabled) return;
      const job: NoticeJob = { id: newId(), at: this.clock.now().toISOString(), ...change };
      await this.jobs.enqueue(SEND_ACCOUNT_NOTICE, job, MAIL_JOB);
    });
  }

  @OnJob(SEND_ACCOUNT_NOTICE)
  async send(job: NoticeJob): Promise<void> {
    const user = (await this.users.findUsersByIds([job.userId])).get(job.userId);
    if (!user) return;
    const { publicUrl } = this.config;
    const { host } = new URL(publicUrl);
    const { subject, sentence, page } = wordsOf(job);
    await this.mailer.send({
      key: `account:${job.id}`,
      to: { name: user.displayName, address: user.email },
      subject: `${subject} (${host})`,
      content: {
        title: subject,
        paragraphs: [sentence, `It was on ${job.at.slice(0, 16).replace('T', ' ')} UTC, at ${host}.`],
        action: { label: 'Look at it', url: `${publicUrl}/app/profile/${page}` },
        footer: [
          'If it was you, do nothing. If it was not, end the sessions that you do not know, and set a new password.',
        ],
      },
    });
  }
}

function wordsOf({ kind, detail = '' }: AccountChange): { subject: string; sentence: string; page: string } {
  const page = 'sign-in';
  switch (kind) {
    case 'new-browser':
      return {
        subject: 'New sign-in',
        sentence: `Somebody, hopefully you, signed in with your account in a browser that was not used before: ${detail}.`,
        page: 'sessions',
      };
    case 'password-set':
      return {
        subject: 'Your password was changed',
        sentence: 'Your account has a new password. All other sessions have ended.',
        page,
      };
    case 'password-removed':
      return {
        subject: 'Your password was removed',
        sentence: 'Your account has no password any more.',
        page,
      };
    case 'passkey-added':
      return { subject: 'A passkey was added', sentence: `Your account has a new passkey: ${detail}.`, page };
    case 'passkey-removed':
      return { subject: 'A passkey was removed', sentence: `The passkey ${detail} was removed.`, page };
  }
}
