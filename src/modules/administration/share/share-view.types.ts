import type { EffectivePermission, Grantee, TeamPermission, UserPermission } from '#modules/access/index.js';
import type { InvitationView } from '#modules/invites/index.js';
import type { FormState } from '#modules/member-pages/index.js';
import type { Member } from '#modules/organizations/index.js';
import type { Team } from '#modules/teams/index.js';
import type { Role } from '#platform/http/actor.js';
import type { SharePlace } from './share-places.js';

/** Which of the people who get in a page lists; empty members do not matter. */
export interface ShareFilter {
  search: string;
  role: string;
  /** `yes` for those who were let in here themselves. */
  granted: string;
}

/** Somebody who gets in. */
export interface SharedPerson extends EffectivePermission {
  /** The reason, in words. */
  why: string;
}

/** People and teams that fit what was looked for. */
export interface Found {
  members: readonly (Member & { held: Role | undefined })[];
  teams: readonly Team[];
}

/** A link that lets people in. */
export interface ShareLink {
  id: string;
  role: Role | null;
  address: string;
  uses: number;
  maxUses: number | null;
  expiresAt: Date | null;
}

/** A grant that is about to be taken away, and its consequence. */
export interface Leaving {
  who: Grantee;
  name: string;
  role: Role;
  /** The role that they have without it, in a sentence. */
  kept: string;
  /** True if the reader could not let anybody in after that. */
  endsOwnWay: boolean;
}

/** Everything that the page says about who gets to a place. */
export interface ShareView {
  place: SharePlace;
  /** The reader of the page. */
  ownId: string;
  /** True if the reader administrates the organization. */
  isAdmin: boolean;
  /** The meaning of “inherit” here; null where the role in the organization counts. */
  inherited: { level: Role | null; title: string | undefined } | null;
  /** True if the reader may look for members and teams. */
  mayFind: boolean;
  find: string;
  found: Found;
  teams: readonly TeamPermission[];
  moreTeams: string | null;
  people: readonly SharedPerson[];
  morePeople: string | null;
  filter: ShareFilter;
  /** People with a role that was given here, which gives nothing while their membership is disabled. */
  disabled: readonly UserPermission[];
  moreDisabled: string | null;
  /** Invitations by mail that nobody has answered, and whether the reader may invite people who are no members. */
  invitations: { items: readonly InvitationView[]; more: string | null; mayInviteNewcomers: boolean };
  /** False without a mail server: invitations are handed over. */
  hasMail: boolean;
  /** Links that let people in; null for a site, which has no such links. */
  links: { items: readonly ShareLink[]; areOn: boolean } | null;
  leaving: Leaving | null;
  now: Date;
  state: FormState;
}
