import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { validBody } from '#modules/member-pages/index.js';
import {
  Members,
  type MergeRule,
  organizationUpdateOf,
  Organizations,
  RULES_WITH_USERS,
  UpdateOrganization,
  UpdateOrganizationBody,
} from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { isOnce, RULE_WORDS } from './rule-words.js';

/** A rule as a form describes it. */
export interface TypedRule {
  rule: string;
  /** Mail addresses of people. */
  people: readonly string[];
  expression: string;
}

/** Changes one merge rule of an organization at a time, so that two administrators do not undo each other's work. */
@Injectable()
export class OrganizationRules {
  constructor(
    private readonly db: Database,
    private readonly organizations: Organizations,
    private readonly updating: UpdateOrganization,
    private readonly members: Members,
    private readonly users: Users,
  ) {}

  /** Adds a rule behind the others. @throws BadRequest that names what is wrong, NotFound, Forbidden */
  async add(actor: Actor, organizationId: string, typed: TypedRule): Promise<void> {
    const rule = await this.read(organizationId, typed);
    await this.change(actor, organizationId, (rules) => {
      if (isOnce(rule) && rules.some((known) => known.rule === rule.rule))
        throw new BadRequest(`“${RULE_WORDS[rule.rule].title}” is a rule already; remove it first.`);
      return [...rules, rule];
    });
  }

  /**
   * Removes a rule.
   * @param index of the rule in the list that the actor saw.
   * @param seen the rule, as JSON.
   * @throws Conflict when another one stands there now; NotFound, Forbidden
   */
  remove(actor: Actor, organizationId: string, index: number, seen: string): Promise<void> {
    return this.change(actor, organizationId, (rules) => {
      if (!isDeepStrictEqual(JSON.stringify(rules[index]), seen))
        throw new Conflict('The rules have changed meanwhile; this page shows them as they are now.');
      return rules.filter((_, at) => at !== index);
    });
  }

  private async change(
    actor: Actor,
    organizationId: string,
    change: (rules: readonly MergeRule[]) => MergeRule[],
  ): Promise<void> {
    await this.db.transaction(async () => {
      const { mergeRules } = await this.organizations.lockOrganization(organizationId);
      const rules = change(mergeRules.type === 'rules' ? mergeRules.rules : []);
      const wanted = rules.length === 0 ? { type: 'none' } : { type: 'rules', rules };
      const body = await validBody(UpdateOrganizationBody, { mergeRules: wanted });
      await this.updating.run(actor, organizationId, organizationUpdateOf(body));
    });
  }

  private async read(organizationId: string, { rule, people, expression }: TypedRule): Promise<MergeRule> {
    if (!Object.hasOwn(RULE_WORDS, rule)) throw new BadRequest('Choose one of the rules of the list.');
    const name = rule as MergeRule['rule'];
    if (name === 'custom') {
      if (expression === '') throw new BadRequest('Write the condition as an expression.');
      return { rule: name, expression };
    }
    const withUsers = RULES_WITH_USERS.find((known) => known === name);
    if (withUsers === undefined) return { rule: name } as MergeRule;
    return { rule: withUsers, users: await this.membersAt(organizationId, people) };
  }

  /** Ids of the members who have the addresses. @throws BadRequest naming an address of nobody */
  private async membersAt(organizationId: string, addresses: readonly string[]): Promise<string[]> {
    if (addresses.length === 0) throw new BadRequest('Name at least one member by the mail address.');
    const found = await this.users.findUsersByEmails(addresses);
    const ids = [...found.values()].map(({ id }) => id);
    const members = await this.members.findMemberIds(organizationId, ids);
    const missing = addresses.find((address) => !members.has(found.get(address.toLowerCase())?.id ?? ''));
    if (missing !== undefined) throw new BadRequest(`No member has the mail address “${missing}”.`);
    return [...members];
  }
}
