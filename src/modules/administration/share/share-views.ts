import { Injectable } from '@nestjs/common';
import { atLeast, type Grantee, Grants, type Resource } from '#modules/access/index.js';
import { Collections } from '#modules/collections/index.js';
import { InviteLinks, Invitations } from '#modules/invites/index.js';
import { type FormState, hasScopes } from '#modules/member-pages/index.js';
import { Members, Organizations, organizationVerdict } from '#modules/organizations/index.js';
import { Teams } from '#modules/teams/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { type Actor, type Role, ROLES } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { readGrantee } from './grantee.js';
import { reasonOf, RoleOrigins } from './role-origins.js';
import type { SharePlace } from './share-places.js';
import type { Found, Leaving, ShareFilter, ShareView } from './share-view.types.js';

const MOST = 50;
/** A search for people and teams shows no more of each. */
const MOST_FOUND = 20;

/** Gathers who gets to a place, and why, for those who may let others in. */
@Injectable()
export class ShareViews {
  constructor(
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly grants: Grants,
    private readonly origins: RoleOrigins,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly teams: Teams,
    private readonly collections: Collections,
    private readonly links: InviteLinks,
    private readonly invitations: Invitations,
    private readonly config: Config,
  ) {}

  /** @param query that of the address: filters, places in lists, what is looked for, and the grant to take away. */
  async read(actor: Actor, place: SharePlace, query: URLSearchParams, state: FormState): Promise<ShareView> {
    const { resource } = place;
    const { organizationId } = resource;
    const filter = readFilter(query);
    const find = textOf(query, 'find');
    const mayFind =
      organizationVerdict(actor.memberships.get(organizationId), 'listMembers').allowed &&
      hasScopes(actor, ['members:read', 'teams:read']);
    const people = await this.people(actor, place, filter, query.get('page'));
    const page = { limit: MOST, page: query.get('teams') ?? undefined };
    const teams = await this.grants.listTeams(actor, resource, page);
    const ofDisabled = { limit: MOST, page: query.get('disabled') ?? undefined };
    const disabled = await this.grants.listDisabled(resource, ofDisabled);
    return {
      place,
      ownId: actor.userId,
      isAdmin: actor.memberships.get(organizationId) === 'admin',
      inherited: await this.inherited(actor, place),
      mayFind,
      find,
      found: mayFind && find !== '' ? await this.find(actor, resource, find) : { members: [], teams: [] },
      teams: teams.items,
      moreTeams: teams.next?.page ?? null,
      ...people,
      filter,
      disabled: disabled.items,
      moreDisabled: disabled.next?.page ?? null,
      invitations: await this.invitationsTo(actor, resource, query.get('invited')),
      hasMail: this.config.smtpUrl !== undefined,
      links: await this.linksTo(actor, resource),
      leaving: await this.leaving(actor, place, readGrantee(query.get('remove'))),
      now: this.clock.now(),
      state: state.notice === undefined ? state : await this.withStanding(actor, place, query, state),
    };
  }

  private async people(
    actor: Actor,
    { resource }: SharePlace,
    filter: ShareFilter,
    cursor: string | null,
  ): Promise<Pick<ShareView, 'people' | 'morePeople'>> {
    const wanted = {
      role: ROLES.find((role) => role === filter.role),
      search: filter.search,
      isGranted: filter.granted === 'yes',
    };
    const page = { limit: MOST, page: cursor ?? undefined };
    const { items, next } = await this.grants.listEffective(resource, wanted, page);
    const origins = items.map(({ origin }) => origin);
    const names = await this.origins.namesOf(actor, resource.organizationId, origins);
    const people = items.map((item) => ({
      ...item,
      why: reasonOf({ role: item.permission, origin: item.origin }, resource, names),
    }));
    return { people, morePeople: next?.page ?? null };
  }

  private async inherited(
    actor: Actor,
    { resource: { organizationId }, level, parentId }: SharePlace,
  ): Promise<ShareView['inherited']> {
    if (level === undefined) return null;
    const found = await this.collections.findInherited(organizationId, parentId);
    if (found === null) return null;
    const visible = await this.collections.findVisible(actor, organizationId, [found.collectionId]);
    return { level: found.level, title: visible.get(found.collectionId)?.collection.title };
  }

  private async find(actor: Actor, resource: Resource, find: string): Promise<Found> {
    const { organizationId } = resource;
    const filter = { search: find, sort: 'joinedAt', order: 'desc' } as const;
    const page = { limit: MOST_FOUND };
    const { items } = await this.members.listMembers(actor, organizationId, filter, page);
    const held = await this.grants.findRoles(
      resource,
      items.map(({ userId }) => userId),
    );
    const teams = await this.teams.listTeams(actor, organizationId, { title: find }, page);
    return {
      members: items.map((member) => ({ ...member, held: held.get(member.userId) })),
      teams: teams.items,
    };
  }

  private async invitationsTo(
    actor: Actor,
    { organizationId, type, id }: Resource,
    cursor: string | null,
  ): Promise<ShareView['invitations']> {
    const page = { limit: MOST, page: cursor ?? undefined };
    const { items, next } = await this.invitations.listToPlace(actor, organizationId, { type, id }, page);
    const { inviteLinks } = await this.organizations.getOrganization(organizationId);
    const mayInviteNewcomers = inviteLinks || actor.memberships.get(organizationId) === 'admin';
    return { items, more: next?.page ?? null, mayInviteNewcomers };
  }

  private async linksTo(actor: Actor, { organizationId, type, id }: Resource): Promise<ShareView['links']> {
    if (type === 'site') return null;
    const { items } = await this.links.list(actor, organizationId, { type, id }, { limit: MOST });
    const { inviteLinks } = await this.organizations.getOrganization(organizationId);
    return {
      items: items.map(({ link }) => ({ ...link, address: this.urls.app('invites', link.id) })),
      areOn: inviteLinks,
    };
  }

  /** The question before a grant is taken away; null where there is no such grant. */
  private async leaving(actor: Actor, place: SharePlace, who: Grantee | null): Promise<Leaving | null> {
    const { resource } = place;
    const role = who && (await this.grants.findGiven(resource, who));
    const name = role && (await this.nameOf(resource.organizationId, who));
    if (!role || !name || !atLeast(place.held, role)) return null;
    const rest = await this.roleOf(actor, resource, actor.userId, who);
    const kept =
      who.kind === 'user' ? await this.keptBy(actor, resource, who) : await this.keptOf(resource, who);
    return { who, name, role, kept, endsOwnWay: !atLeast(rest?.role ?? null, 'create') };
  }

  private async keptBy(actor: Actor, resource: Resource, who: Grantee): Promise<string> {
    if (await this.isDisabled(resource.organizationId, who))
      return 'They do not get in now, because their membership is disabled; once it is enabled again, this role is gone.';
    const rest = await this.roleOf(actor, resource, who.id, who);
    return rest === null
      ? 'They do not get in any more after that.'
      : `They keep the role “${rest.role}” here: ${lowerFirst(rest.why)}.`;
  }

  private async keptOf(resource: Resource, { id }: Grantee): Promise<string> {
    const { members, kept } = await this.grants.countWithoutTeam(resource, id);
    const people = `${members} ${members === 1 ? 'person is' : 'people are'} in the team.`;
    if (kept === members) return `${people} All of them get in another way, too, perhaps with a weaker role.`;
    if (kept === 0) return `${people} None of them gets in any other way.`;
    return `${people} ${kept} of them get in another way, too, perhaps with a weaker role; ${members - kept} do not get in any more.`;
  }

  /** After a change: the role that the member or team it was about has now. */
  private async withStanding(
    actor: Actor,
    { resource }: SharePlace,
    query: URLSearchParams,
    state: FormState,
  ): Promise<FormState> {
    const who = readGrantee(query.get('who'));
    const name = who && (await this.nameOf(resource.organizationId, who));
    if (!who || !name) return state;
    if (who.kind === 'team') {
      const given = await this.grants.findGiven(resource, who);
      const has = given === null ? 'has no role here any more' : `has the role “${given}” here now`;
      return { ...state, notice: `${state.notice} The team ${name} ${has}.` };
    }
    const now = await this.roleOf(actor, resource, who.id);
    const standing = now
      ? `has the role “${now.role}” now: ${lowerFirst(now.why)}.`
      : (await this.isDisabled(resource.organizationId, who))
        ? 'does not get in: their membership is disabled.'
        : 'does not get in any more.';
    return { ...state, notice: `${state.notice} ${name} ${standing}` };
  }

  private async roleOf(
    actor: Actor,
    { organizationId, type, id }: Resource,
    userId: string,
    without?: Grantee,
  ): Promise<{ role: Role; why: string } | null> {
    const found = (await this.grants.explain(organizationId, type, userId, [id], without)).get(id);
    if (!found) return null;
    const names = await this.origins.namesOf(actor, organizationId, [found.origin]);
    return { role: found.role, why: reasonOf(found, { type, id }, names) };
  }

  private async isDisabled(organizationId: string, { kind, id }: Grantee): Promise<boolean> {
    return kind === 'user' && ((await this.members.findMembership(organizationId, id))?.disabled ?? false);
  }

  /** The name of a member or team of the organization; null for others. */
  private async nameOf(organizationId: string, { kind, id }: Grantee): Promise<string | null> {
    if (kind === 'team')
      return (await this.teams.findTeamsByIds(organizationId, [id])).get(id)?.title ?? null;
    return (await this.members.findMembers(organizationId, [id])).get(id)?.user.displayName ?? null;
  }
}

function textOf(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').trim().slice(0, 255);
}

/** The filter of an address; values that the form does not offer count for nothing. */
function readFilter(query: URLSearchParams): ShareFilter {
  const role = textOf(query, 'role');
  return {
    search: textOf(query, 'search'),
    role: ROLES.some((known) => known === role) ? role : '',
    granted: query.get('granted') === 'yes' ? 'yes' : '',
  };
}

/** Names keep their first letter: a reason begins with a word of ours. */
function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
