import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Grants, type TeamGrant } from '#modules/access/index.js';
import { Collections } from '#modules/collections/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { type Member, Members, organizationVerdict } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { TEAM_ROLES, TeamMembers, type TeamRole, Teams, UpdateTeamBody } from '#modules/teams/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { peopleUrls } from './people-urls.js';
import { type TeamContent, teamPage } from './team-page.js';

const MOST = 50;
/** The page lists no more of what a team gets to. */
const MOST_CONTENT = 200;
/** A search for people to add shows no more. */
const MOST_FOUND = 20;

/** `/app/o/{organization}/people/teams/{team}`: who is in a team; owners and administrators change that. */
@Injectable()
export class TeamDetailPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly teams: Teams,
    private readonly teamMembers: TeamMembers,
    private readonly members: Members,
    private readonly grants: Grants,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly sites: Sites,
  ) {}

  /** @throws NotFound for strangers, unknown teams, and guests who are not in the team. */
  @AppRoute('/o/:organization/people/teams/:team', {
    forms: true,
    scopes: ['organization:read', 'teams:read', 'members:read', 'space:metadata:read', 'collection:read'],
    formScopes: ['teams:write'],
    operations: [
      'updateTeamInOrganizationById',
      'removeTeamFromOrganizationById',
      'updateMembersInOrganizationTeam',
      'addMemberToOrganizationTeamById',
      'deleteMemberFromOrganizationTeamById',
    ],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '', team: teamId = '' } = request.params;
    return answerForms(request, message, {
      here: peopleUrls(this.config.basePath, id).team(teamId),
      actions: this.actions(request, id, teamId),
      show: (state) => this.page(request, id, teamId, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string, teamId: string): Record<string, FormAction> {
    return {
      add: {
        done: 'They are in the team.',
        run: async (form) => {
          const users = form.getAll('user');
          if (users.length === 0) throw new BadRequest('Found: tick the people to add.');
          const role = readTeamRole(form);
          const memberships = Object.fromEntries(users.map((user) => [user, { role }]));
          await this.teamMembers.updateMembers(actor, id, teamId, { memberships });
        },
      },
      role: {
        done: 'The role in the team is changed.',
        run: (form) =>
          this.teamMembers.putMember(actor, id, teamId, textOf(form, 'user'), readTeamRole(form)),
      },
      remove: {
        done: 'The member is out of the team.',
        run: (form) => this.teamMembers.removeMember(actor, id, teamId, textOf(form, 'user')),
      },
      rename: {
        done: 'The team is renamed.',
        run: async (form) => {
          const { title } = await validBody(UpdateTeamBody, { title: textOf(form, 'title') });
          await this.teams.updateTeam(actor, id, teamId, title);
        },
      },
      delete: {
        done: 'The team is deleted.',
        run: async () => {
          await this.teams.deleteTeam(actor, id, teamId);
          return `${peopleUrls(this.config.basePath, id).teams}?deleted`;
        },
      },
    };
  }

  private async page(
    request: MemberRequest,
    organizationId: string,
    teamId: string,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { actor, query } = request;
    const team = await this.teams.getTeam(actor, organizationId, teamId);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const members = await this.teamMembers.listMembers(actor, organizationId, teamId, page);
    const find = (query.get('find') ?? '').trim().slice(0, 255);
    const { items: grants } = await this.grants.listOfTeam(organizationId, teamId, { limit: MOST_CONTENT });
    const content = await this.contentOf(actor, organizationId, grants);
    const view = {
      organizationId,
      isAdmin: actor.memberships.get(organizationId) === 'admin',
      team,
      members: members.items,
      more: members.next?.page ?? null,
      find,
      found: await this.find(actor, organizationId, teamId, find),
      content,
      hidden: grants.length - content.length,
      state,
    };
    return this.shell.show(request, teamPage(this.config.basePath, view), state.status);
  }

  /** Members who fit the words, and are not in the team. */
  private async find(actor: Actor, id: string, teamId: string, find: string): Promise<Member[]> {
    const mayList = organizationVerdict(actor.memberships.get(id), 'listMembers').allowed;
    if (find === '' || !mayList) return [];
    const filter = { search: find, notInTeam: teamId, sort: 'joinedAt', order: 'desc' } as const;
    return (await this.members.listMembers(actor, id, filter, { limit: MOST_FOUND })).items;
  }

  /** The places of grants, those that the actor sees. */
  private async contentOf(
    actor: Actor,
    organizationId: string,
    grants: readonly TeamGrant[],
  ): Promise<TeamContent[]> {
    const idsOf = (wanted: TeamGrant['type']) =>
      grants.filter(({ type }) => type === wanted).map(({ id }) => id);
    const spaces = await this.spaces.findVisible(actor, organizationId, idsOf('space'));
    const collections = await this.collections.findVisible(actor, organizationId, idsOf('collection'));
    const sites = await this.sites.findVisible(actor, organizationId, idsOf('site'));
    const app = `${this.config.basePath}/app`;
    return grants.flatMap(({ type, id, role }) => {
      const title = {
        space: () => spaces.get(id)?.space.title,
        collection: () => collections.get(id)?.collection.title,
        site: () => sites.get(id)?.site.title,
      }[type]();
      const encoded = encodeURIComponent(id);
      const href = {
        space: `${app}/s/${encoded}`,
        collection: `${app}/c/${encoded}`,
        site: `${app}/o/${encodeURIComponent(organizationId)}/sites/${encoded}`,
      }[type];
      return title === undefined ? [] : [{ type, title, href, role }];
    });
  }
}

/** @throws BadRequest for an unknown role */
function readTeamRole(form: URLSearchParams): TeamRole {
  const role = TEAM_ROLES.find((known) => known === form.get('role'));
  if (role === undefined) throw new BadRequest('Role in the team: choose one of the list.');
  return role;
}
