import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
} from '#modules/member-pages/index.js';
import {
  Members,
  Organizations,
  requireOrganizationAdmin,
  usersInMergeRules,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { settingsPath } from '../settings-frame.js';
import { OrganizationRules } from './organization-rules.js';
import { rulePage } from './rule-page.js';

const MOST_SPACES = 50;

/** `/app/o/{organization}/settings/rules`: the conditions of every merge, and the spaces that have their own. */
@Injectable()
export class RulePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly spaces: Spaces,
    private readonly rules: OrganizationRules,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/rules', {
    forms: true,
    scopes: ['organization:read', 'members:read', 'space:metadata:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationById'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    requireOrganizationAdmin(request.actor, id);
    return answerForms(request, message, {
      here: settingsPath(this.config.basePath, id, 'rules'),
      actions: this.actions(request.actor, id),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions(actor: Actor, id: string): Record<string, FormAction> {
    return {
      add: {
        done: 'The rule holds for the next merge.',
        run: (form) =>
          this.rules.add(actor, id, {
            rule: textOf(form, 'rule'),
            people: textOf(form, 'people')
              .split(/[\s,;]+/)
              .filter((address) => address !== ''),
            expression: textOf(form, 'expression'),
          }),
      },
      remove: {
        done: 'The rule is removed.',
        run: (form) => this.rules.remove(actor, id, Number(textOf(form, 'index')), form.get('seen') ?? ''),
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const { organization } = await this.organizations.viewOrganization(actor, id);
    const page = { limit: MOST_SPACES, page: query.get('page') ?? undefined };
    const own = await this.spaces.listWithOwnRules(actor, id, page);
    const named = usersInMergeRules(organization.mergeRules);
    const members = await this.members.findMembers(id, named);
    const view = {
      organization,
      names: new Map([...members].map(([userId, { user }]) => [userId, user.displayName])),
      spaces: own.items.map(({ space }) => space),
      more: own.next?.page ?? null,
      count: own.count,
      state,
    };
    return this.shell.show(request, rulePage(this.config.basePath, view), state.status);
  }
}
