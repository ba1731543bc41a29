import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SignInModule, UsersModule } from '#modules/users/index.js';
import { MemberSignInPages } from './member-sign-in-pages.js';

/** Sessions and one-time links of members, for administrators. */
@Module({ imports: [MemberPagesModule, UsersModule, SignInModule], providers: [MemberSignInPages] })
export class MemberSignInModule {}
