import { Module } from '@nestjs/common';
import { UsersModule } from '../users.module.js';
import { AccountNotices } from './account-notices.js';
import { Challenges } from './challenges.js';
import { MailSignIn } from './mail-sign-in.js';
import { Passkeys } from './passkeys.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { SignInJobs } from './sign-in.jobs.js';
import { SignInLimits } from './sign-in-limits.js';
import { OwnWaysIn } from './ways-in.js';

/** Sign-in by mail and with passkeys. Apart from users, which commands on an installation need without mail and jobs. */
@Module({
  imports: [UsersModule],
  providers: [
    MailSignIn,
    SignInLimits,
    SignInJobs,
    Challenges,
    PasskeysRepository,
    Passkeys,
    OwnWaysIn,
    AccountNotices,
  ],
  exports: [MailSignIn, SignInLimits, Passkeys, OwnWaysIn],
})
export class SignInModule {}
