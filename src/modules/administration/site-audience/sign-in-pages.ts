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
import {
  AdaptiveSchemas,
  MemberVisitors,
  SiteAddress,
  SitePublishingAuth,
  type SiteRow,
  Sites,
  UpdatePublishingAuthBody,
  VisitorTrials,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { changedFields } from '../changed-fields.js';
import { sitePath } from '../sites/site-frame.js';
import { readJsonObject } from './read-json.js';
import { signInPage } from './sign-in-view.js';
import type { Found } from './sign-in-view.types.js';

/** Longest claims whose preview fits into an address. */
const PREVIEW_CLAIMS = 1000;

/** `/app/o/{organization}/sites/{site}/audience/sign-in`: how visitors sign in, and a way to try it. */
@Injectable()
export class VisitorSignInPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly auth: SitePublishingAuth,
    private readonly schemas: AdaptiveSchemas,
    private readonly trials: VisitorTrials,
    private readonly address: SiteAddress,
    private readonly members: MemberVisitors,
  ) {}

  /** @throws NotFound for strangers, Forbidden for members who may not change the site. */
  @AppRoute('/o/:organization/sites/:site/audience/sign-in', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read', 'site:visitor:auth'],
    operations: ['updateSitePublishingAuthById', 'regenerateSitePublishingAuthById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'manage');
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site, 'audience/sign-in'),
      actions: { ...this.settings(request, row), ...this.lookUps(request, row) },
      show: (state) => this.page(request, state),
    });
  }

  private settings({ actor }: MemberRequest, { site }: SiteRow): Record<string, FormAction> {
    const { organizationId, id } = site;
    return {
      save: {
        done: 'The sign-in of visitors is saved.',
        run: async (form) => {
          const body = await validBody(UpdatePublishingAuthBody, changesOf(form));
          await this.auth.update(actor, organizationId, id, body);
        },
      },
      members: {
        done: 'Visitors sign in with their account here.',
        run: () => this.setAddress(actor, site, this.members.signInUrl(organizationId, id)),
      },
      'no-members': {
        done: 'Accounts here let nobody in any more.',
        run: () => this.setAddress(actor, site, null),
      },
      regenerate: {
        done: 'There is a new key. Give it to your sign-in now: tokens of the old one are refused.',
        run: async () => void (await this.auth.regenerate(actor, organizationId, id)),
      },
    };
  }

  private async setAddress(
    actor: MemberRequest['actor'],
    { organizationId, id }: SiteRow['site'],
    fallbackURL: string | null,
  ): Promise<void> {
    await this.auth.update(actor, organizationId, id, { backend: 'custom', fallbackURL });
  }

  /** Forms whose answers hold secrets, so they are shown at once and are in no address. */
  private lookUps(request: MemberRequest, { site }: SiteRow): Record<string, FormAction> {
    const { actor } = request;
    const { organizationId, id } = site;
    const show = (typed: URLSearchParams, found: Found) => this.page(request, { typed }, found);
    return {
      'show-key': { done: '', run: (form) => show(form, { isKeyShown: true }) },
      try: {
        done: '',
        run: async (form) => {
          const claims = await readJsonObject(textOf(form, 'claims'), 'Claims');
          const visitor = await this.trials.sign(actor, organizationId, id, claims);
          const text = JSON.stringify(claims);
          const query = new URLSearchParams({ claims: text }).toString();
          const preview =
            text.length > PREVIEW_CLAIMS
              ? null
              : `${sitePath(this.config.basePath, site, 'preview')}?${query}`;
          return show(form, { trial: { ...visitor, preview } });
        },
      },
      check: {
        done: '',
        run: async (form) => {
          // People copy the address that has the token in it, too.
          const text = textOf(form, 'token');
          const token = /[?&]jwt_token=([^&#\s]+)/.exec(text)?.[1] ?? text;
          if (token === '') throw new BadRequest('Token: paste the token that your sign-in made.');
          return show(form, { checked: await this.trials.check(actor, organizationId, id, token) });
        },
      },
    };
  }

  private async page(request: MemberRequest, state: FormState, found: Found = {}): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: id = '' } = params;
    const row = await this.sites.requireSite(actor, organizationId, id, 'manage');
    const view = {
      row,
      auth: await this.auth.get(actor, organizationId, id),
      schema: (await this.schemas.findFor(actor, organizationId, id))?.jsonSchema ?? null,
      address: this.address.of(row.location),
      found,
      state,
    };
    return this.shell.show(request, signInPage(this.config.basePath, view), state.status);
  }
}

/** The settings that a form changes: those that are as they were shown are left to whoever changes them. */
function changesOf(form: URLSearchParams): object {
  const { backend, url } = changedFields(form, ['backend', 'url']);
  return {
    ...(backend ? { backend } : {}),
    ...(url === undefined ? {} : { fallbackURL: url === '' ? null : url }),
  };
}
