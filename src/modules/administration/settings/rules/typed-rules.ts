import { Injectable } from '@nestjs/common';
import { textOf } from '#modules/member-pages/index.js';
import { Members, type MergeRule, RULES_WITH_USERS } from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { isOnce, RULE_WORDS } from './rule-words.js';

type RulesChange = (rules: readonly MergeRule[]) => MergeRule[];

/** Reads the forms that add and remove merge rules, of organizations and of spaces. */
@Injectable()
export class TypedRules {
  constructor(
    private readonly members: Members,
    private readonly users: Users,
  ) {}

  /** Adds the rule of a form behind the others. @throws BadRequest that names what is wrong */
  async adding(organizationId: string, form: URLSearchParams): Promise<RulesChange> {
    const rule = await this.read(organizationId, form);
    return (rules) => {
      if (isOnce(rule) && rules.some((known) => known.rule === rule.rule))
        throw new BadRequest(`“${RULE_WORDS[rule.rule].title}” is a rule already; remove it first.`);
      return [...rules, rule];
    };
  }

  /** Removes the rule of a form. The change @throws Conflict when another rule stands in its place by then. */
  removing(form: URLSearchParams): RulesChange {
    const index = Number(textOf(form, 'index'));
    return (rules) => {
      if (JSON.stringify(rules[index]) !== form.get('seen'))
        throw new Conflict('The rules have changed meanwhile; this page shows them as they are now.');
      return rules.filter((_, at) => at !== index);
    };
  }

  private async read(organizationId: string, form: URLSearchParams): Promise<MergeRule> {
    const [rule, expression] = [textOf(form, 'rule'), textOf(form, 'expression')];
    if (!Object.hasOwn(RULE_WORDS, rule)) throw new BadRequest('Choose one of the rules of the list.');
    const name = rule as MergeRule['rule'];
    if (name === 'custom') {
      if (expression === '') throw new BadRequest('Write the condition as an expression.');
      return { rule: name, expression };
    }
    const withUsers = RULES_WITH_USERS.find((known) => known === name);
    if (withUsers === undefined) return { rule: name } as MergeRule;
    return { rule: withUsers, users: await this.membersAt(organizationId, addressesIn(form)) };
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

function addressesIn(form: URLSearchParams): string[] {
  return textOf(form, 'people')
    .split(/[\s,;]+/)
    .filter((address) => address !== '');
}
