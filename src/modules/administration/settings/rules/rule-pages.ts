import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import { Organizations, requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { settingsPath } from '../settings-frame.js';
import { RuleChanges } from './rule-changes.js';
import { rulePage } from './rule-page.js';
import { FindRulePeople } from './rule-people.js';
import { TypedRules } from './typed-rules.js';

const MOST_SPACES = 50;

/** `/app/o/{organization}/settings/rules`: the conditions of every merge, and the spaces that have their own. */
@Injectable()
export class RulePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly spaces: Spaces,
    private readonly typed: TypedRules,
    private readonly changes: RuleChanges,
    private readonly people: FindRulePeople,
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
      'add-rule': {
        done: 'The rule holds for the next merge.',
        run: async (form) => this.changes.ofOrganization(actor, id, await this.typed.adding(id, form)),
      },
      'remove-rule': {
        done: 'The rule is removed.',
        run: (form) => this.changes.ofOrganization(actor, id, this.typed.removing(form)),
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const { organization } = await this.organizations.viewOrganization(actor, id);
    const page = { limit: MOST_SPACES, page: query.get('page') ?? undefined };
    const own = await this.spaces.listWithOwnRules(actor, id, page);
    const view = {
      organization,
      people: await this.people.ofOrganization(actor, id, organization.mergeRules),
      spaces: own.items.map(({ space }) => space),
      more: own.next?.page ?? null,
      count: own.count,
      state,
    };
    return this.shell.show(request, rulePage(this.config.basePath, view), state.status);
  }
}
