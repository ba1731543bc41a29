import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Installations, isInstalledOnAll } from '#modules/integrations/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  IntegrationForms,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type SiteRow, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { siteFrame, sitePath } from '../sites/site-frame.js';
import { SiteIntegrationList } from './site-integration-list.js';

const MOST = 100;
const DONE = {
  add: 'The integration is on the site.',
  configure: 'The settings are saved.',
  pause: 'The integration is paused on this site.',
  resume: 'The integration goes on.',
  remove: 'The integration is off the site.',
};

/** `/app/o/{organization}/sites/{site}/integrations`: what runs on a site. */
@Injectable()
export class SiteIntegrationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly installations: Installations,
    private readonly forms: IntegrationForms,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for who may not list installations, or not do what a form says. */
  @AppRoute('/o/:organization/sites/:site/integrations', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read', 'integration:read'],
    formScopes: ['integration:write'],
    operations: [
      'installIntegrationOnSite',
      'updateIntegrationSiteInstallation',
      'uninstallIntegrationFromSite',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    const action = (done: string): FormAction => ({
      done,
      run: async (form) => {
        form.set('place', `site:${site}`);
        await this.forms.submit(actor, organization, form.get('integration') ?? '', form);
      },
    });
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site, 'integrations'),
      limit: 128 * 1024,
      actions: Object.fromEntries(Object.entries(DONE).map(([name, done]) => [name, action(done)])),
      show: (state) => this.page(request, row, state),
    });
  }

  private async page(request: MemberRequest, row: SiteRow, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const { organizationId, id } = row.site;
    const base = this.config.basePath;
    const { items } = await this.installations.listOfOrganization(actor, organizationId, undefined, {
      limit: MOST,
    });
    const targets = await this.installations.listTargetsOn(organizationId, 'site', id);
    const targetOf = new Map(targets.map((target) => [target.installationId, target]));
    const others = items.filter(({ installation }) => !targetOf.has(installation.id));
    const isEverywhere = ({ installation, integration }: (typeof items)[number]) =>
      isInstalledOnAll(installation, 'site', integration.target);
    return this.shell.page(
      request,
      siteFrame(base, row, 'integrations', { status: state.status }),
      <SiteIntegrationList
        here={sitePath(base, row.site, 'integrations')}
        all={`${base}/app/o/${encodeURIComponent(organizationId)}/integrations`}
        own={items.flatMap((view) => {
          const target = targetOf.get(view.installation.id);
          return target ? [{ view, target }] : [];
        })}
        everywhere={others.filter(isEverywhere)}
        addable={others.filter(
          (view) => !isEverywhere(view) && ['all', 'site'].includes(view.integration.target),
        )}
        mayManage={row.role === 'admin' && hasScopes(actor, ['integration:write'])}
        state={state}
      />,
    );
  }
}
