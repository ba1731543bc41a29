import { Module } from '@nestjs/common';
import { SessionCookie } from './sign-in/session-cookie.js';
import { Sessions } from './sign-in/sessions.js';
import { SignInReasons } from './sign-in/sign-in-reasons.js';
import { AccountAudit } from './sign-in/account-audit.js';
import { AccountChanges } from './sign-in/account-changes.js';
import { KnownBrowsers } from './sign-in/known-browsers.js';
import { KnownBrowsersRepository } from './sign-in/known-browsers.repository.js';
import { MemberSignIn } from './sign-in/member-sign-in.js';
import { PasswordSignIn } from './sign-in/password-sign-in.js';
import { PasswordTries } from './sign-in/password-tries.js';
import { Passwords } from './sign-in/passwords.js';
import { PasswordsRepository } from './sign-in/passwords.repository.js';
import { ProtectedAccounts } from './sign-in/protected-accounts.js';
import { RecentSignIn } from './sign-in/recent-sign-in.js';
import { SignInLinks } from './sign-in/sign-in-links.js';
import { SignInLinksRepository } from './sign-in/sign-in-links.repository.js';
import { SsoSignIn } from './sign-in/sso-sign-in.js';
import { TokenAudit } from './token-audit.js';
import { TokenUsage } from './token-usage.js';
import { WaysOfUsers } from './sign-in/ways-of-users.js';
import { UserTokensController } from './user-tokens.controller.js';
import { UserTokensRepository } from './user-tokens.repository.js';
import { UserTokens } from './user-tokens.service.js';
import { UserStandings } from './user-standings.js';
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
    UserStandings,
    UserTokens,
    UserTokensRepository,
    TokenAudit,
    TokenUsage,
    Sessions,
    SessionCookie,
    SignInReasons,
    SsoSignIn,
    AccountAudit,
    AccountChanges,
    KnownBrowsers,
    KnownBrowsersRepository,
    MemberSignIn,
    PasswordSignIn,
    PasswordTries,
    Passwords,
    PasswordsRepository,
    ProtectedAccounts,
    RecentSignIn,
    SignInLinks,
    SignInLinksRepository,
    WaysOfUsers,
  ],
  exports: [
    Users,
    UserTokens,
    UserVisibility,
    UserStandings,
    Sessions,
    SessionCookie,
    SignInReasons,
    SsoSignIn,
    AccountAudit,
    AccountChanges,
    KnownBrowsers,
    MemberSignIn,
    PasswordSignIn,
    PasswordTries,
    Passwords,
    ProtectedAccounts,
    RecentSignIn,
    SignInLinks,
    SignInLinksRepository,
    WaysOfUsers,
  ],
})
export class UsersModule {}
