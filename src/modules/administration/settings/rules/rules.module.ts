import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { RuleChanges } from './rule-changes.js';
import { FindRulePeople } from './rule-people.js';
import { TypedRules } from './typed-rules.js';

/** Parts of the pages on which merge rules are changed. */
@Module({
  imports: [AccessModule, OrganizationsModule, SpacesModule, UsersModule],
  providers: [RuleChanges, FindRulePeople, TypedRules],
  exports: [RuleChanges, FindRulePeople, TypedRules],
})
export class RulesModule {}
