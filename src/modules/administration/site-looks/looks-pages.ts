import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasFormFiles,
  type MemberRequest,
  MemberShell,
  seeOther,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  checkCustomization,
  Customizations,
  LookDrafts,
  type SiteCustomization,
  Sites,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { JSON_LIMITS, parseJson } from '#platform/http/body/parse-json.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { looksPage } from './looks-page.js';
import { type LooksPlace, LooksViews } from './looks-views.js';
import { mergeLooks, overridesOf } from './merge-looks.js';
import { PRESETS, withPreset } from './presets.js';
import { readLooks } from './read-looks.js';
import { SitePictures } from './site-pictures.js';

/** Bytes of the form, which carries the settings that it was made of. */
const FORM_LIMIT = 512 * 1024;
/** Settings are not nested deeper, and have no more values. */
const SHOWN_LIMITS = { ...JSON_LIMITS, depth: 20, values: 20_000 };
const DONE = 'The looks are saved. Readers see them now.';

/** `/app/o/{organization}/sites/{site}/looks`: how a site looks, with the site beside the settings. */
@Injectable()
export class LooksPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly customizations: Customizations,
    private readonly drafts: LookDrafts,
    private readonly views: LooksViews,
    private readonly pictures: SitePictures,
  ) {}

  /** @throws NotFound for strangers, Forbidden for members who may not change the site. */
  @AppRoute('/o/:organization/sites/:site/looks', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read', 'space:content:read'],
    formScopes: ['site:metadata:write'],
    operations: [
      'updateSiteCustomizationById',
      'draftSiteCustomization',
      'overrideSiteSpaceCustomizationById',
      'deleteSiteSpaceCustomizationById',
    ],
  })
  async answer(member: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = member;
    const { organization: organizationId = '', site: siteId = '' } = params;
    const { site } = await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    const place: LooksPlace = {
      ...{ actor, organizationId, siteId, title: site.title },
      siteSpaceId: query.get('variant') ?? undefined,
    };
    const here = this.addressOf(place);
    const show = (state: FormState): Promise<SiteAnswer> => this.show(member, place, here, state);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(place, here, message, show);
    return answerForms(member, message, {
      here,
      actions: this.actions(place, here),
      limit: FORM_LIMIT,
      show,
    });
  }

  private actions(place: LooksPlace, here: string): Record<string, FormAction> {
    const { actor, organizationId, siteId, siteSpaceId } = place;
    return {
      save: { run: (form) => this.save(place, form), done: DONE },
      preview: {
        run: async (form) => {
          const { wanted } = await this.read(place, form);
          await this.drafts.save(actor, organizationId, siteId, wanted, siteSpaceId);
          return `${here}${here.includes('?') ? '&' : '?'}draft=1#preview`;
        },
        done: '',
      },
      upload: {
        run: () => Promise.reject(new BadRequest('Choose a picture first.')),
        done: 'The picture is saved.',
      },
      'remove-picture': {
        run: (form) => this.pictures.remove(actor, place, form),
        done: 'The picture is removed.',
      },
      reset: {
        run: () => this.reset(place),
        done: 'The space looks like the rest of the site again.',
      },
    };
  }

  private async save(place: LooksPlace, form: URLSearchParams): Promise<void> {
    const { actor, organizationId, siteId, siteSpaceId } = place;
    const { shown, wanted } = await this.read(place, form);
    if (siteSpaceId === undefined)
      await this.customizations.edit(actor, organizationId, siteId, (stored) =>
        mergeLooks(shown, wanted, stored),
      );
    else
      await this.customizations.editSpace(actor, organizationId, siteId, siteSpaceId, (stored, ofSite) =>
        overridesOf(shown, wanted, stored, ofSite),
      );
    await this.drafts.forget(actor, organizationId, siteId);
  }

  private reset({ actor, organizationId, siteId, siteSpaceId }: LooksPlace): Promise<void> {
    if (siteSpaceId === undefined) throw new BadRequest('Only a space on the site follows the site.');
    return this.customizations.resetSpace(actor, organizationId, siteId, siteSpaceId);
  }

  /** The settings that a form was shown, and those that it asks for. @throws BadRequest */
  private async read(
    place: LooksPlace,
    form: URLSearchParams,
  ): Promise<{ shown: SiteCustomization; wanted: SiteCustomization }> {
    const shown = await readShown(form);
    const fonts = await this.views.fonts(place);
    return { shown, wanted: readLooks(shown, form, fonts) };
  }

  private async upload(
    place: LooksPlace,
    here: string,
    message: IncomingMessage,
    show: (state: FormState) => Promise<SiteAnswer>,
  ): Promise<SiteAnswer> {
    try {
      await this.pictures.upload(place.actor, place, message);
      return seeOther(`${here}${here.includes('?') ? '&' : '?'}done=upload`);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private async show(
    member: MemberRequest,
    place: LooksPlace,
    here: string,
    { notice, problem, typed, status }: FormState,
  ): Promise<SiteAnswer> {
    const view = await this.views.view(place, here, member.query.has('draft'));
    const refused = typed?.has('shown') ? await this.read(place, typed).catch(() => null) : null;
    const preset = PRESETS.find(({ name }) => name === member.query.get('preset'));
    const looks = refused?.wanted ?? (preset ? withPreset(view.looks, preset) : view.looks);
    const page = looksPage(this.config.basePath, {
      ...view,
      looks,
      shown: refused?.shown ?? view.shown,
      notice: notice || undefined,
      problem,
    });
    return this.shell.show(member, page, status);
  }

  private addressOf({ organizationId, siteId, siteSpaceId }: LooksPlace): string {
    const path = ['o', organizationId, 'sites', siteId, 'looks'].map(encodeURIComponent).join('/');
    const variant = siteSpaceId === undefined ? '' : `?variant=${encodeURIComponent(siteSpaceId)}`;
    return `${this.config.basePath}/app/${path}${variant}`;
  }
}

/** The settings that the page put into its form. @throws BadRequest for others than a page writes there. */
async function readShown(form: URLSearchParams): Promise<SiteCustomization> {
  const shown = await parseJson(Buffer.from(form.get('shown') ?? ''), SHOWN_LIMITS).catch(() => null);
  if (typeof shown !== 'object' || shown === null)
    throw new BadRequest('The form does not say what it was made of; load the page again.');
  checkCustomization(shown);
  return shown as SiteCustomization;
}
