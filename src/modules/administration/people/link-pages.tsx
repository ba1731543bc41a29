import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  CreateInviteLinkBody,
  InviteLinks,
  readNewLink,
  UpdateInviteLinkBody,
} from '#modules/invites/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  requireScopes,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import {
  Organizations,
  requireOrganizationAdmin,
  UpdateOrganization,
  UpdateOrganizationBody,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { endOfDay } from './form-times.js';
import { linkList } from './link-list.js';
import { peopleUrls } from './people-urls.js';
import { readMemberRole } from './role-choices.js';

const MOST = 50;
/** A hundred domains at their longest. */
const FORM_LIMIT = 64 * 1024;

/** `/app/o/{organization}/people/links`: administrators make links that let people in, and name mail domains. */
@Injectable()
export class LinkPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly links: InviteLinks,
    private readonly settings: UpdateOrganization,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/people/links', {
    forms: true,
    scopes: ['organization:read', 'members:read'],
    formScopes: ['members:write'],
    operations: ['createOrganizationInvite', 'updateOrganizationInviteById', 'deleteOrganizationInviteById'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    requireOrganizationAdmin(request.actor, id);
    return answerForms(request, message, {
      here: peopleUrls(this.config.basePath, id).links,
      limit: FORM_LIMIT,
      actions: { ...this.linkActions(request, id), ...this.settingActions(request, id) },
      show: (state) => this.page(request, id, state),
    });
  }

  private linkActions({ actor }: MemberRequest, id: string): Record<string, FormAction> {
    return {
      create: {
        done: 'The link is made. Copy it and pass it on: everybody who has it can join.',
        run: async (form) => {
          const body = await validBody(CreateInviteLinkBody, readLink(form));
          await this.links.create(actor, id, readNewLink(body));
        },
      },
      change: {
        done: 'The link is changed.',
        run: async (form) => {
          const body = await validBody(UpdateInviteLinkBody, readLink(form));
          await this.links.update(actor, id, textOf(form, 'link'), body);
        },
      },
      delete: {
        done: 'The link is deleted.',
        run: (form) => this.links.delete(actor, id, textOf(form, 'link')),
      },
    };
  }

  private settingActions({ actor }: MemberRequest, id: string): Record<string, FormAction> {
    const set = async (body: object): Promise<void> => {
      requireScopes(actor, ['organization:write']);
      const { inviteLinks, emailDomains } = await validBody(UpdateOrganizationBody, body);
      await this.settings.run(actor, id, {
        ...(inviteLinks === undefined ? {} : { inviteLinks }),
        ...(emailDomains === undefined ? {} : { emailDomains }),
      });
    };
    return {
      on: { done: 'Links are turned on.', run: () => set({ inviteLinks: true }) },
      off: { done: 'Links are turned off.', run: () => set({ inviteLinks: false }) },
      domains: {
        done: 'The mail domains are saved.',
        run: async (form) => {
          const emailDomains = textOf(form, 'domains')
            .split(/[\s,;]+/)
            .filter((domain) => domain !== '');
          const wrong = emailDomains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain));
          if (wrong !== undefined)
            throw new BadRequest(`Mail domains: "${wrong}" is no domain name such as example.com.`);
          await set({ emailDomains });
        },
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await this.links.list(actor, id, { type: 'organization' }, page);
    const view = {
      organization: await this.organizations.getOrganization(id),
      links: items.map((one) => ({ ...one, address: this.urls.app('invites', one.link.id) })),
      more: next?.page ?? null,
      now: this.clock.now(),
      maySet: hasScopes(actor, ['organization:write']),
      state,
    };
    return this.shell.show(request, linkList(this.config.basePath, view), state.status);
  }
}

/** The members of a link that its form has; an empty field takes the limit away. @throws BadRequest naming the field */
function readLink(form: URLSearchParams): object {
  const uses = textOf(form, 'uses');
  const maxUses = uses === '' ? null : Number(uses);
  if (maxUses !== null && !(Number.isInteger(maxUses) && maxUses > 0))
    throw new BadRequest('People that may use it: write a number of at least 1, or nothing.');
  return { role: readMemberRole(form), maxUses, expiresAt: endOfDay(form, 'until', 'Last day') ?? null };
}
