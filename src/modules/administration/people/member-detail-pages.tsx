import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import { MemberChanges, Members, requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type MemberSpace, MemberSpaces } from '#modules/spaces/index.js';
import { TeamMembers } from '#modules/teams/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { reasonOf, RoleOrigins } from '../share/role-origins.js';
import { memberPage, type MemberPageView } from './member-page.js';
import { peopleUrls } from './people-urls.js';
import { readMemberRole } from './role-choices.js';

const MOST = 50;

/** `/app/o/{organization}/people/members/{user}`: what a member gets to; administrators change the role and remove them. */
@Injectable()
export class MemberDetailPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly members: Members,
    private readonly memberChanges: MemberChanges,
    private readonly memberSpaces: MemberSpaces,
    private readonly teamMembers: TeamMembers,
    private readonly grants: Grants,
    private readonly origins: RoleOrigins,
  ) {}

  /** @throws NotFound for strangers and users who are no members, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/members/:member', {
    forms: true,
    scopes: ['organization:read', 'members:read', 'teams:read', 'space:metadata:read'],
    formScopes: ['members:write'],
    operations: [
      'updateMemberInOrganizationById',
      'removeMemberFromOrganizationById',
      'setUserAsSSOMemberForOrganization',
    ],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '', member: userId = '' } = request.params;
    requireOrganizationAdmin(request.actor, id);
    return answerForms(request, message, {
      here: peopleUrls(this.config.basePath, id).member(userId),
      actions: this.actions(request, id, userId),
      show: (state) => this.page(request, id, userId, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string, userId: string): Record<string, FormAction> {
    const { root } = peopleUrls(this.config.basePath, id);
    return {
      role: {
        done: 'The role is changed.',
        run: async (form) => {
          const role = readMemberRole(form);
          await this.memberChanges.updateMember(actor, id, userId, { role });
          // Members who took their own role away cannot see this page any more.
          return userId === actor.userId && role !== 'admin' ? `${this.config.basePath}/app` : undefined;
        },
      },
      sso: {
        done: 'From now on the member comes in through single sign-on only.',
        run: async () => void (await this.memberChanges.requireSso(actor, id, userId)),
      },
      disable: {
        done: 'The membership is disabled: it gives nothing until you enable it again.',
        run: async () => void (await this.memberChanges.updateMember(actor, id, userId, { disabled: true })),
      },
      enable: {
        done: 'The membership is enabled. It gives what it gave before.',
        run: async () => void (await this.memberChanges.updateMember(actor, id, userId, { disabled: false })),
      },
      remove: {
        done: 'The member is removed.',
        run: async () => {
          await this.memberChanges.removeMember(actor, id, userId);
          return userId === actor.userId ? `${this.config.basePath}/app` : `${root}?done=remove`;
        },
      },
    };
  }

  private async page(
    request: MemberRequest,
    organizationId: string,
    userId: string,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { actor, query } = request;
    const member = await this.members.getMember(actor, organizationId, userId);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const spaces = await this.memberSpaces.list(actor, organizationId, userId, page);
    const teams = await this.teamMembers.listTeamsOf(actor, organizationId, userId, { limit: 200 });
    const view = {
      organizationId,
      member,
      isSelf: userId === actor.userId,
      teams: teams.items,
      spaces: await this.explained(actor, organizationId, userId, spaces.items),
      more: spaces.next?.page ?? null,
      state,
    };
    return this.shell.show(request, memberPage(this.config.basePath, view), state.status);
  }

  /** The spaces of a member with the reason for the role on each. */
  private async explained(
    actor: Actor,
    organizationId: string,
    userId: string,
    spaces: readonly MemberSpace[],
  ): Promise<MemberPageView['spaces']> {
    const ids = spaces.map(({ view: { space } }) => space.id);
    const roles = await this.grants.explain(organizationId, 'space', userId, ids);
    const origins = [...roles.values()].map(({ origin }) => origin);
    const names = await this.origins.namesOf(actor, organizationId, origins);
    return spaces.map((one) => {
      const { id } = one.view.space;
      const found = roles.get(id);
      return { ...one, why: found ? reasonOf(found, { type: 'space', id }, names) : '' };
    });
  }
}
