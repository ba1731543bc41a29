import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { UsersModule } from '#modules/users/index.js';
import { BeginContent } from './begin-content.js';
import { WelcomePages } from './welcome-pages.js';

/** The first minutes on a new installation, and in a new organization. */
@Module({
  imports: [MemberPagesModule, OrganizationsModule, SitesModule, SpacesModule, TemplatesModule, UsersModule],
  providers: [BeginContent, WelcomePages],
})
export class FirstStepsModule {}
