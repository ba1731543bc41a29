import { Module } from '@nestjs/common';
import { UsersModule } from '../users.module.js';
import { MailSignIn } from './mail-sign-in.js';
import { SignInJobs } from './sign-in.jobs.js';
import { SignInLimits } from './sign-in-limits.js';

/** Sign-in by mail. Apart from users, which commands on an installation need without mail and jobs. */
@Module({
  imports: [UsersModule],
  providers: [MailSignIn, SignInLimits, SignInJobs],
  exports: [MailSignIn, SignInLimits],
})
export class SignInModule {}
