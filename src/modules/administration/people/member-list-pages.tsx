import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import {
  type MemberFilter,
  Members,
  Organizations,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Teams } from '#modules/teams/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { ROLES } from '#platform/http/actor.js';
import { memberList, type MemberListFilter, SORTS, UNSEEN_DAYS } from './member-list.js';
import { GUEST } from './role-choices.js';

const MOST = 50;
/** The filter offers no more teams. */
const MOST_TEAMS = 200;
const DAY = 86_400_000;

/** `/app/o/{organization}/people`: administrators find members. */
@Injectable()
export class MemberListPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly teams: Teams,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people', { scopes: ['organization:read', 'members:read', 'teams:read'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const filter = readFilter(query);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const members = await this.members.listMembers(actor, id, this.toFilter(filter), page);
    const { items: teams } = await this.teams.listTeams(actor, id, {}, { limit: MOST_TEAMS });
    const shown = memberList(this.config.basePath, {
      organization: await this.organizations.getOrganization(id),
      members: members.items,
      more: members.next?.page ?? null,
      teams,
      filter,
      state: query.get('done') === 'remove' ? { notice: 'The member is removed.' } : {},
    });
    return this.shell.show(request, shown);
  }

  private toFilter({ search, role, team, unseen, sort }: MemberListFilter): MemberFilter {
    const [column, order] = SORTS[sort as keyof typeof SORTS];
    return {
      sort: column,
      order,
      ...(search === '' ? {} : { search }),
      ...(role === '' ? {} : { role: role as MemberFilter['role'] }),
      ...(team === '' ? {} : { team }),
      ...(unseen === '' ? {} : { unseenSince: new Date(this.clock.now().getTime() - Number(unseen) * DAY) }),
    };
  }
}

/** The filter of an address; values that the form does not offer count for nothing. */
function readFilter(query: URLSearchParams): MemberListFilter {
  const textOf = (name: string): string => (query.get(name) ?? '').trim();
  const among = (name: string, values: readonly string[], otherwise = ''): string =>
    values.includes(textOf(name)) ? textOf(name) : otherwise;
  return {
    search: textOf('search').slice(0, 255),
    role: among('role', [GUEST, ...ROLES]),
    team: textOf('team').slice(0, 255),
    unseen: among('unseen', UNSEEN_DAYS),
    sort: among('sort', Object.keys(SORTS), 'newest'),
  };
}
