import { Module } from '@nestjs/common';
import { GitModule } from '#modules/git/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { ScimModule } from '#modules/scim/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { GeneralPages } from './general/general-pages.js';
import { GitHubAccountPages } from './github/github-account-pages.js';
import { NewOrganizationPages } from './new-organization/new-organization-pages.js';
import { ProvisioningPages } from './provisioning/provisioning-pages.js';
import { RulePages } from './rules/rule-pages.js';
import { RulesModule } from './rules/rules.module.js';

/** General settings of an organization, its merge rules and tokens for provisioning, and another organization. */
@Module({
  imports: [
    GitModule,
    MemberPagesModule,
    OrganizationsModule,
    ScimModule,
    SitesModule,
    SpacesModule,
    UsersModule,
    PicturesModule,
    RulesModule,
  ],
  providers: [GeneralPages, RulePages, ProvisioningPages, GitHubAccountPages, NewOrganizationPages],
})
export class SettingsModule {}
