import { Injectable } from '@nestjs/common';
import {
  atLeast,
  DEFAULT_LEVELS,
  type DefaultLevel,
  type Grantee,
  Grants,
  type Resource,
} from '#modules/access/index.js';
import { Collections } from '#modules/collections/index.js';
import { CreateInviteLinkBody, InviteLinks, readNewLink } from '#modules/invites/index.js';
import { type FormAction, requireScopes, textOf, validBody } from '#modules/member-pages/index.js';
import { Spaces, UpdateSpace } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { changedFields, shownIn } from '../changed-fields.js';
import { endOfDay } from '../people/form-times.js';
import { readRole } from '../people/role-choices.js';
import { granteeText, requireGrantee } from './grantee.js';
import { ShareInvitationForms } from './share-invitation-forms.js';
import { type NamedPlace, type SharePlace, SharePlaces } from './share-places.js';
import { placePath, sharePath } from './share-urls.js';

/** Value in forms for no base role at all. */
export const NOBODY = 'nobody';
/** Member of a form that was refused because its sender would not get in any more, until they say that they want it. */
export const ENDS_OWN_WAY = 'ends-own-way';

/** Carries out the forms of share pages. */
@Injectable()
export class ShareForms {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly places: SharePlaces,
    private readonly grants: Grants,
    private readonly spaces: Spaces,
    private readonly updateSpace: UpdateSpace,
    private readonly collections: Collections,
    private readonly links: InviteLinks,
    private readonly invitations: ShareInvitationForms,
  ) {}

  /** The actions of the page of a place, by name. */
  actionsOf(actor: Actor, named: NamedPlace): Record<string, FormAction> {
    const change = (
      form: URLSearchParams,
      work: (place: SharePlace) => Promise<Grantee | undefined | void>,
    ) => this.change(actor, named, form, work);
    return {
      invite: {
        done: 'They are let in.',
        run: (form) => change(form, (place) => this.invite(place, form)),
      },
      role: {
        done: 'The role is changed.',
        run: (form) =>
          change(form, async ({ resource, held }) => {
            const who = requireGrantee(form);
            const role = readRole(form);
            if (changedFields(form, ['role']).role === undefined) return who;
            await this.requireShown(form, resource, who);
            await this.grants.setRole(who.kind, resource, held, who.id, role);
            return who;
          }),
      },
      remove: {
        done: 'The role that was given here is taken away.',
        run: (form) =>
          change(form, async ({ resource, held }) => {
            const who = requireGrantee(form);
            await this.requireShown(form, resource, who);
            await this.grants.remove(who.kind, resource, held, who.id);
            return who;
          }),
      },
      level: {
        done: 'The base role is changed.',
        run: (form) => change(form, (place) => this.setLevel(actor, place, form)),
      },
      ...this.linkActions(actor, named),
      ...this.invitations.actionsOf(actor, named),
    };
  }

  /** @throws Conflict when the role given to somebody is not the one that the form was shown with */
  private async requireShown(form: URLSearchParams, resource: Resource, who: Grantee): Promise<void> {
    const { role: shown } = shownIn(form);
    const given = await this.grants.lockGiven(resource, who);
    if (shown === undefined || shown === given) return;
    const now = given === null ? 'It was removed.' : `It is “${given}” now.`;
    throw new Conflict(
      `Somebody else changed this role meanwhile. ${now} Look at the list, and choose again.`,
    );
  }

  private linkActions(actor: Actor, named: NamedPlace): Record<string, FormAction> {
    return {
      link: {
        done: 'The link is made. Copy it and pass it on: whoever has it gets in.',
        run: async (form) => {
          requireScopes(actor, ['members:write']);
          const { resource } = await this.places.require(actor, named);
          const { organizationId, type, id } = resource;
          if (type === 'site') throw new BadRequest('No links let people in to work on a site.');
          const body = await validBody(CreateInviteLinkBody, { [type]: id, ...readLink(form) });
          await this.links.create(actor, organizationId, readNewLink(body));
        },
      },
      'delete-link': {
        done: 'The link is deleted: nobody gets in by it any more.',
        run: async (form) => {
          requireScopes(actor, ['members:write']);
          const { resource } = await this.places.require(actor, named);
          await this.links.delete(actor, resource.organizationId, textOf(form, 'link'));
        },
      },
    };
  }

  /**
   * Does the work in one transaction, and takes it back where the actor would not get in any more after it, unless the form says that
   * they want that.
   */
  private async change(
    actor: Actor,
    named: NamedPlace,
    form: URLSearchParams,
    work: (place: SharePlace) => Promise<Grantee | undefined | void>,
  ): Promise<string> {
    const base = this.config.basePath;
    return this.db.transaction(async () => {
      const place = await this.places.require(actor, named);
      const who = await work(place);
      const { organizationId, type, id } = place.resource;
      const own = (await this.grants.explain(organizationId, type, actor.userId, [id])).get(id)?.role ?? null;
      if (!atLeast(own, 'create')) {
        if (!form.has('sure')) {
          form.set(ENDS_OWN_WAY, own ?? '');
          throw new Conflict(
            own === null
              ? 'After this you would not get in yourself any more. Nothing is changed yet.'
              : `After this you would only have the role “${own}” yourself, and could let nobody in. Nothing is changed yet.`,
          );
        }
        return own === null ? `${base}/app` : placePath(base, place.resource);
      }
      const query = new URLSearchParams({ done: form.get('do') ?? '' });
      if (who) query.set('who', granteeText(who));
      return `${sharePath(base, place.resource)}?${query.toString()}`;
    });
  }

  private async invite({ resource, held }: SharePlace, form: URLSearchParams): Promise<Grantee | undefined> {
    const [users, teams] = [form.getAll('user'), form.getAll('team')];
    if (users.length + teams.length === 0) throw new BadRequest('Found: tick whom to let in.');
    const role = readRole(form);
    await this.grants.invite(resource, held, { users, teams, role });
    const all: Grantee[] = [
      ...users.map((id) => ({ kind: 'user' as const, id })),
      ...teams.map((id) => ({ kind: 'team' as const, id })),
    ];
    return all.length === 1 ? all[0] : undefined;
  }

  private async setLevel(actor: Actor, place: SharePlace, form: URLSearchParams): Promise<void> {
    requireScopes(actor, [place.resource.type === 'space' ? 'space:metadata:write' : 'collection:write']);
    const { resource } = place;
    if (place.level === undefined) throw new BadRequest('A site has no base role.');
    // Under the lock: of two forms that are sent at once, the second is judged by what the first has written.
    const locked = await (resource.type === 'space' ? this.spaces : this.collections).lock(
      resource.organizationId,
      resource.id,
    );
    if (form.get('was') !== levelText(locked.defaultLevel))
      throw new Conflict(
        'Somebody else changed the base role meanwhile. See what it is now, and choose again.',
      );
    const defaultLevel = readLevel(form);
    if (resource.type === 'space') await this.updateSpace.execute(actor, resource.id, { defaultLevel });
    else await this.collections.update(actor, resource.id, { defaultLevel });
  }
}

/** A base role as forms write it. */
export function levelText(level: DefaultLevel): string {
  return level ?? NOBODY;
}

/** @throws BadRequest for an unknown level */
function readLevel(form: URLSearchParams): DefaultLevel {
  const text = form.get('level');
  const level = text === NOBODY ? null : DEFAULT_LEVELS.find((known) => known === text);
  if (level === undefined) throw new BadRequest('Base role: choose one of the list.');
  return level;
}

/** The limits of a new link: it is for so many people, and ends on a day where one is given. @throws BadRequest naming the field */
function readLink(form: URLSearchParams): object {
  const uses = textOf(form, 'uses');
  const maxUses = uses === '' ? null : Number(uses);
  if (maxUses !== null && !(Number.isInteger(maxUses) && maxUses > 0))
    throw new BadRequest('People that may use it: write a number of at least 1, or nothing.');
  return { level: readRole(form), maxUses, expiresAt: endOfDay(form, 'until', 'Last day') ?? null };
}
