import { Global, Module } from '@nestjs/common';
import { MailJobs } from './mail.jobs.js';
import { Mailer } from './mailer.js';
import { SentMailsRepository } from './sent-mails.repository.js';

/** Mail to people, where the operator set an SMTP server. */
@Global()
@Module({ providers: [Mailer, MailJobs, SentMailsRepository], exports: [Mailer] })
export class MailModule {}
