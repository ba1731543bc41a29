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
import { SiteAddress, type SiteRow, Sites, siteVerdict, UpdateSiteBody } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { readEdited } from '../edited-fields.js';
import { siteFrame, sitePath, sitesPath } from '../sites/site-frame.js';
import { SettingsView } from './settings-view.js';

/** `/app/o/{organization}/sites/{site}/settings`: the title of a site, whether agents are served, and its end. */
@Injectable()
export class SiteSettingsPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a form of somebody who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/settings', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: ['updateSiteById', 'deleteSiteById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site, 'settings'),
      actions: this.actions(request, row),
      show: (state) => this.page(request, state),
    });
  }

  private actions({ actor }: MemberRequest, { site }: SiteRow): Record<string, FormAction> {
    const { organizationId, id, title } = site;
    return {
      save: {
        done: 'The settings are saved.',
        run: async (form) => {
          const { changes, seen } = readEdited(form, ['title', 'agentsContext']);
          const body = await validBody(UpdateSiteBody, changes);
          await this.sites.update(actor, organizationId, id, body, seen);
        },
      },
      delete: {
        done: 'The site is deleted.',
        run: async (form) => {
          await this.sites.requireSite(actor, organizationId, id, 'manage');
          if (textOf(form, 'confirm') !== title.trim())
            throw new BadRequest('Nothing was deleted: type the title of the site exactly as it is.');
          await this.sites.delete(actor, organizationId, id);
          return `${sitesPath(this.config.basePath, organizationId)}?done=delete`;
        },
      },
    };
  }

  private async page(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    const base = this.config.basePath;
    const mayManage = siteVerdict(row.role, 'manage').allowed && hasScopes(actor, ['site:metadata:write']);
    return this.shell.page(
      request,
      siteFrame(base, row, 'settings', { status: state.status }),
      <SettingsView
        here={sitePath(base, row.site, 'settings')}
        structure={sitePath(base, row.site, 'structure')}
        row={row}
        address={this.address.of(row.location)}
        losses={mayManage ? await this.sites.countLosses(actor, organization, site) : null}
        state={state}
      />,
    );
  }
}
