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
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateTeamBody, Teams } from '#modules/teams/index.js';
import { Config } from '#platform/config/env.js';
import { peopleUrls } from './people-urls.js';
import { teamList } from './team-list.js';

const MOST = 50;

/** `/app/o/{organization}/people/teams`: members see the teams, administrators make some. */
@Injectable()
export class TeamPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly teams: Teams,
  ) {}

  /** @throws NotFound for strangers, Forbidden for guests. */
  @AppRoute('/o/:organization/people/teams', {
    forms: true,
    scopes: ['organization:read', 'teams:read'],
    formScopes: ['teams:write'],
    operations: ['createOrganizationTeam'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    return answerForms(request, message, {
      here: peopleUrls(this.config.basePath, id).teams,
      actions: this.actions(request, id),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions({ actor }: MemberRequest, id: string): Record<string, FormAction> {
    return {
      create: {
        done: 'The team is made.',
        run: async (form) => {
          const { title } = await validBody(CreateTeamBody, { title: textOf(form, 'title') });
          const team = await this.teams.createTeam(actor, id, title);
          return peopleUrls(this.config.basePath, id).team(team.id);
        },
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const search = (query.get('search') ?? '').trim().slice(0, 255);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const filter = search === '' ? {} : { title: search };
    const { items, next } = await this.teams.listTeams(actor, id, filter, page);
    const view = {
      organizationId: id,
      teams: items,
      more: next?.page ?? null,
      search,
      isAdmin: actor.memberships.get(id) === 'admin',
      state,
    };
    if (query.get('deleted') !== null) view.state = { ...state, notice: 'The team is deleted.' };
    return this.shell.show(request, teamList(this.config.basePath, view), state.status);
  }
}
