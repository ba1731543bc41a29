import { Injectable } from '@nestjs/common';
import { Invitations, InviteToPlace, InviteToPlaceBody } from '#modules/invites/index.js';
import { type FormAction, requireScopes, textOf, validBody } from '#modules/member-pages/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { readEmails } from '../people/form-emails.js';
import { readRole } from '../people/role-choices.js';
import { type NamedPlace, SharePlaces } from './share-places.js';

/** Carries out the forms of share pages that invite people by mail. */
@Injectable()
export class ShareInvitationForms {
  private readonly hasMail: boolean;

  constructor(
    config: Config,
    private readonly places: SharePlaces,
    private readonly invitations: Invitations,
    private readonly inviting: InviteToPlace,
  ) {
    this.hasMail = config.smtpUrl !== undefined;
  }

  /** The actions of the page of a place, by name. */
  actionsOf(actor: Actor, named: NamedPlace): Record<string, FormAction> {
    const handOver = 'Copy the address beside each invitation and hand it over.';
    const manage = async (form: URLSearchParams, work: 'resend' | 'revoke') => {
      requireScopes(actor, ['members:write']);
      const { resource } = await this.places.require(actor, named);
      await this.invitations[work](actor, resource.organizationId, textOf(form, 'invitation'));
    };
    return {
      'invite-mail': {
        done: `Members among them are let in. ${this.hasMail ? 'Everybody else has an invitation by mail.' : `Everybody else is invited. ${handOver}`}`,
        run: async (form) => {
          requireScopes(actor, ['members:write']);
          const { resource } = await this.places.require(actor, named);
          const { organizationId, type, id } = resource;
          const role = readRole(form);
          const { emails } = await validBody(InviteToPlaceBody, { emails: readEmails(form), level: role });
          await this.inviting.invite(actor, organizationId, { type, id }, { emails, role });
        },
      },
      resend: {
        done: this.hasMail
          ? 'The invitation is sent again, with two more weeks to accept.'
          : `The invitation has two more weeks, and another address. ${handOver}`,
        run: (form) => manage(form, 'resend'),
      },
      revoke: { done: 'The invitation is revoked.', run: (form) => manage(form, 'revoke') },
    };
  }
}
