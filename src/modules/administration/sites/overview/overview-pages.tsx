import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  Outcome,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  SiteAddress,
  SitePreviews,
  type SiteRow,
  Sites,
  SiteStructures,
  siteVerdict,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { siteFrame, sitePath } from '../site-frame.js';
import { SiteChecks } from './site-checks.js';
import { SiteOverview } from './site-overview.js';

const SCOPES = ['organization:read', 'space:metadata:read', 'site:metadata:read'] as const;

/** `/app/o/{organization}/sites/{site}`: whether a site is published and for whom, and the way to its preview. */
@Injectable()
export class SiteOverviewPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly structures: SiteStructures,
    private readonly previews: SitePreviews,
    private readonly address: SiteAddress,
    private readonly checks: SiteChecks,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a form of somebody who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['site:metadata:write'],
    operations: ['publishSite', 'unpublishSite'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    const { publish, unpublish } = this.actions(actor, row);
    const isNew = request.query.get('done') === 'new';
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site),
      actions: { publish, unpublish },
      show: (state) =>
        this.page(
          request,
          row,
          isNew ? { ...state, notice: 'The site is made. Nobody reads it yet.' } : state,
        ),
    });
  }

  /** Redirects to a preview of a site. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/sites/:site/preview', { scopes: SCOPES })
  async toPreview({ actor, params, query }: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '', site: siteId = '' } = params;
    const claims = query.get('claims') ?? undefined;
    const location = await this.previews.create(actor, organizationId, siteId, undefined, claims);
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private actions(actor: Actor, { site: { organizationId, id } }: SiteRow) {
    return {
      publish: {
        run: async () => void (await this.sites.publish(actor, organizationId, id)),
        done: 'The site is published. Readers find it at its address now.',
      },
      unpublish: {
        run: async () => void (await this.sites.unpublish(actor, organizationId, id)),
        done: 'The site is taken back. Nobody reads it until you publish it again.',
      },
    };
  }

  private async page(request: MemberRequest, row: SiteRow, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const { organizationId, id: siteId } = row.site;
    const base = this.config.basePath;
    const mayManage = siteVerdict(row.role, 'manage').allowed && hasScopes(actor, ['site:metadata:write']);
    const preview = sitePath(base, row.site, 'preview');
    return this.shell.page(
      request,
      siteFrame(base, row, '', {
        status: state.status,
        bundles: ['forms'],
        actions: row.siteSpaces > 0 && (
          <a class="button button-secondary button-medium" href={preview}>
            Preview
          </a>
        ),
      }),
      <>
        <Outcome notice={state.notice} problem={state.problem} />
        <SiteOverview
          base={base}
          row={row}
          address={this.address.of(row.location)}
          view={await this.structures.view(actor, { organizationId, siteId })}
          checks={mayManage ? await this.checks.list(actor, row) : []}
          mayManage={mayManage}
        />
        <p>
          <a href={sitePath(base, row.site, 'insights')}>What readers do: insights</a>
        </p>
      </>,
    );
  }
}
