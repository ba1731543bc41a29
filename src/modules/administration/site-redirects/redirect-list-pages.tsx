import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  counted,
  answerForms,
  AppRoute,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type RedirectOrder, SiteRedirects, type SiteRow, Sites, siteVerdict } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { siteFrame } from '../sites/site-frame.js';
import { SitePageIndexes } from '../sites/site-page-index.js';
import { MissingAddresses } from './missing-addresses.js';
import { bodyOf, typedRedirect } from './redirect-form.js';
import { ORDERS, RedirectList } from './redirect-list.js';
import { RedirectTargets } from './redirect-targets.js';
import { redirectUrls } from './redirect-urls.js';

const LIMIT = 50;
export const SCOPES = ['organization:read', 'site:metadata:read', 'space:content:read'] as const;

/** `/app/o/{organization}/sites/{site}/redirects`: old addresses of a site that lead to new ones. */
@Injectable()
export class RedirectListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly redirects: SiteRedirects,
    private readonly indexes: SitePageIndexes,
    private readonly targets: RedirectTargets,
    private readonly missing: MissingAddresses,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a form of somebody who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/redirects', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['site:metadata:write'],
    operations: ['createSiteRedirect'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization = '', site = '' } = request.params;
    const row = await this.sites.requireSite(request.actor, organization, site, 'view');
    return answerForms(request, message, {
      here: redirectUrls(this.config.basePath, row.site).root,
      limit: 16 * 1024,
      actions: {
        create: {
          run: (form) => this.create(request, row, form),
          done: 'The redirect is made.',
        },
      },
      show: (state) => this.page(request, row, { ...state, notice: state.notice ?? noticeOf(request.query) }),
    });
  }

  private async create({ actor }: MemberRequest, { site }: SiteRow, form: URLSearchParams): Promise<void> {
    const { organizationId, id } = site;
    // Before anything is told about the pages of the site.
    await this.sites.requireSite(actor, organizationId, id, 'manage');
    const index = await this.indexes.of(actor, organizationId, id);
    await this.redirects.create(
      actor,
      organizationId,
      id,
      await bodyOf(this.targets, index, typedRedirect(form)),
    );
  }

  private async page(request: MemberRequest, row: SiteRow, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const { organizationId, id } = row.site;
    const order = query.get('orderBy');
    const filter = {
      search: (query.get('search') ?? '').trim().slice(0, 512),
      draft: query.get('draft') === '1',
      orderBy: (ORDERS.find(([name]) => name === order)?.[0] ?? 'createdAt') as RedirectOrder,
    };
    const { items, next } = await this.redirects.list(actor, organizationId, id, {
      ...filter,
      search: filter.search || undefined,
      limit: LIMIT,
      page: query.get('page') ?? undefined,
    });
    const index = await this.indexes.of(actor, organizationId, id);
    return this.shell.page(
      request,
      siteFrame(this.config.basePath, row, 'redirects', { status: state.status }),
      <RedirectList
        base={this.config.basePath}
        row={row}
        mayManage={siteVerdict(row.role, 'manage').allowed && hasScopes(actor, ['site:metadata:write'])}
        filter={filter}
        redirects={items.map((redirect) => ({ redirect, target: this.targets.shown(index, redirect) }))}
        more={next?.page ?? null}
        missing={await this.missing.list(index)}
        index={index}
        wanted={(query.get('from') ?? '').slice(0, 2048)}
        state={state}
      />,
    );
  }
}

/** The sentence about what another page did before it led back here. */
function noticeOf(query: URLSearchParams): string | undefined {
  if (query.get('done') === 'delete') return 'The redirect is deleted.';
  const [added, changed] = ['added', 'changed'].map((name) => /^\d{1,5}$/.exec(query.get(name) ?? '')?.[0]);
  if (added === undefined || changed === undefined) return undefined;
  return `${counted(Number(added), 'redirect')} added, ${changed} changed.`;
}
