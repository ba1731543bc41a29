import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  AdaptiveSchemas,
  CreateShareLinkBody,
  presentShareLink,
  ShareLinks,
  SiteAddress,
  SitePublishingAuth,
  type SiteRow,
  Sites,
  type SiteVisibility,
  UpdateShareLinkBody,
  UpdateSiteBody,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { sitePath } from '../sites/site-frame.js';
import { AUDIENCES } from '../sites/site-words.js';
import { audiencePage } from './audience-view.js';
import { listClaims } from './claims.js';

const LINKS = 50;

/** `/app/o/{organization}/sites/{site}/audience`: who reads a site, and its share links. */
@Injectable()
export class AudiencePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly links: ShareLinks,
    private readonly auth: SitePublishingAuth,
    private readonly schemas: AdaptiveSchemas,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for strangers, Forbidden for members who may not change the site. */
  @AppRoute('/o/:organization/sites/:site/audience', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: [
      'updateSiteById',
      'createSiteShareLink',
      'updateSiteShareLinkById',
      'deleteSiteShareLinkById',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'manage');
    return answerForms(request, message, {
      here: this.here(row),
      actions: { ...this.audienceActions(request, row), ...this.linkActions(request, row) },
      show: (state) => this.page(request, state),
    });
  }

  private audienceActions({ actor }: MemberRequest, row: SiteRow): Record<string, FormAction> {
    const { organizationId, id, visibility, published } = row.site;
    return {
      choose: {
        done: 'The audience is saved.',
        run: async (form) => {
          const wanted = await wantedOf(form);
          if (published)
            return wanted === visibility
              ? this.here(row)
              : `${this.here(row)}?${new URLSearchParams({ to: wanted }).toString()}`;
          await this.sites.update(actor, organizationId, id, { visibility: wanted });
          return undefined;
        },
      },
      change: {
        done: 'The audience is changed. It holds from now on.',
        run: async (form) => {
          const wanted = await wantedOf(form);
          await this.sites.change(actor, organizationId, id, async ({ site }) => {
            if (site.visibility !== form.get('from'))
              throw new Conflict(
                `Somebody changed the audience to “${AUDIENCES[site.visibility].title}” meanwhile. Look at it again.`,
              );
            return { visibility: wanted };
          });
        },
      },
    };
  }

  private linkActions({ actor }: MemberRequest, row: SiteRow): Record<string, FormAction> {
    const { organizationId, id } = row.site;
    const update = async (form: URLSearchParams, fields: object): Promise<void> => {
      const body = await validBody(UpdateShareLinkBody, fields);
      await this.links.update(actor, organizationId, id, textOf(form, 'link'), body);
    };
    return {
      'make-link': {
        done: 'The link is made. Copy it and pass it on.',
        run: async (form) => {
          const { name } = await validBody(CreateShareLinkBody, { name: textOf(form, 'name') });
          if (name === '') throw new BadRequest('name: say whom the link is for.');
          await this.links.create(actor, organizationId, id, name);
        },
      },
      'rename-link': {
        done: 'The link has its new name.',
        run: async (form) => {
          const name = textOf(form, 'name');
          if (name === '') throw new BadRequest('name: say whom the link is for.');
          await update(form, { name });
        },
      },
      'close-link': {
        done: 'The link is closed. It opens nothing until you open it again.',
        run: (form) => update(form, { active: false }),
      },
      'open-link': { done: 'The link is open again.', run: (form) => update(form, { active: true }) },
      'delete-link': {
        done: 'The link is deleted.',
        run: (form) => this.links.delete(actor, organizationId, id, textOf(form, 'link')),
      },
    };
  }

  private async page(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '', site: id = '' } = params;
    const row = await this.sites.requireSite(actor, organizationId, id, 'manage');
    const page = { limit: LINKS, page: query.get('page') ?? undefined };
    const { items, next } = await this.links.list(actor, organizationId, id, page);
    const schema = hasScopes(actor, ['site:adaptive:read'])
      ? await this.schemas.findFor(actor, organizationId, id)
      : undefined;
    const view = {
      row,
      links: items.map((one) => ({
        link: one.link,
        address: one.link.active ? (presentShareLink(one, this.address).urls.published ?? null) : null,
      })),
      more: next?.page ?? null,
      openLinks: await this.links.countOpen(actor, organizationId, id),
      auth: hasScopes(actor, ['site:visitor:auth']) ? await this.auth.get(actor, organizationId, id) : null,
      claims: schema === undefined ? null : listClaims(schema?.jsonSchema ?? null).length,
      wanted: unconfirmedOf(query.get('to'), row),
      state,
    };
    return this.shell.show(request, audiencePage(this.config.basePath, view), state.status);
  }

  private here({ site }: SiteRow): string {
    return sitePath(this.config.basePath, site, 'audience');
  }
}

/** The audience that a form chooses. @throws BadRequest for one that no site has. */
async function wantedOf(form: URLSearchParams): Promise<SiteVisibility> {
  const { visibility } = await validBody(UpdateSiteBody, { visibility: textOf(form, 'visibility') });
  if (visibility === undefined) throw new BadRequest('visibility: choose one of the audiences.');
  return visibility;
}

/** The audience that is to be confirmed; null where the site has it, or nobody reads the site yet. */
function unconfirmedOf(name: string | null, { site }: SiteRow): SiteVisibility | null {
  if (name === null || !Object.hasOwn(AUDIENCES, name)) return null;
  return name === site.visibility || !site.published ? null : (name as SiteVisibility);
}
