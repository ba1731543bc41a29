import { Module } from '@nestjs/common';
import { MailSignIn } from './sign-in/mail-sign-in.js';
import { SessionCookie } from './sign-in/session-cookie.js';
import { Sessions } from './sign-in/sessions.js';
import { SignInLimits } from './sign-in/sign-in-limits.js';
import { SignInLinksRepository } from './sign-in/sign-in-links.repository.js';
import { SignInReasons } from './sign-in/sign-in-reasons.js';
import { SsoSignIn } from './sign-in/sso-sign-in.js';
import { TokenAudit } from './token-audit.js';
import { TokenUsage } from './token-usage.js';
import { UserTokensController } from './user-tokens.controller.js';
import { UserTokensRepository } from './user-tokens.repository.js';
import { UserTokens } from './user-tokens.service.js';
import { UsersJobs } from './users.jobs.js';
import { UserVisibility } from './user-visibility.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { Users } from './users.service.js';

/** Users and their personal tokens; tells the guard how to read those. */
@Module({
  controllers: [UsersController, UserTokensController],
  providers: [
    Users,
    UsersRepository,
    UserVisibility,
    UserTokens,
    UserTokensRepository,
    TokenAudit,
    TokenUsage,
    Sessions,
    SessionCookie,
    SignInReasons,
    SsoSignIn,
    MailSignIn,
    SignInLimits,
    SignInLinksRepository,
    UsersJobs,
  ],
  exports: [Users, UserTokens, UserVisibility, Sessions, SessionCookie, SignInReasons, SsoSignIn, MailSignIn],
})
export class UsersModule {}
