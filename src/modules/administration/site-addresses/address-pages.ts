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
  AddressEvidence,
  CustomHostnames,
  SiteAddress,
  SiteProxies,
  type SiteRow,
  Sites,
  siteVerdict,
  UpdateSiteBody,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { sitePath } from '../sites/site-frame.js';
import { addressesPage } from './addresses-view.js';
import type { AddressView } from './addresses-view.types.js';

/** `/app/o/{organization}/sites/{site}/addresses`: where readers find a site. */
@Injectable()
export class AddressPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly hostnames: CustomHostnames,
    private readonly proxies: SiteProxies,
    private readonly evidence: AddressEvidence,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for strangers; Forbidden for a form of somebody who may not change the site. */
  @AppRoute('/o/:organization/sites/:site/addresses', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: ['updateSiteById', 'dnsRevalidateCustomHostname', 'removeCustomHostname', 'verifySiteProxy'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'view');
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site, 'addresses'),
      actions: { ...this.hostnameActions(request, row), ...this.otherActions(request, row) },
      show: (state) => this.page(request, state),
    });
  }

  private hostnameActions({ actor }: MemberRequest, row: SiteRow): Record<string, FormAction> {
    const { organizationId: organization } = row.site;
    const named = (form: URLSearchParams) => ({ hostname: textOf(form, 'hostname'), organization });
    return {
      'set-hostname': {
        done: 'The domain is saved. What it needs is below.',
        run: async (form) => {
          const hostname = textOf(form, 'hostname').toLowerCase();
          if (hostname === '') throw new BadRequest('hostname: write a domain such as docs.example.com.');
          await this.update({ actor }, row, { hostname });
        },
      },
      'ask-dns': {
        done: 'DNS has the record: the domain is proven.',
        run: async (form) => {
          await this.requireOwn({ actor }, row, textOf(form, 'hostname'));
          await this.hostnames.revalidate(actor, named(form));
        },
      },
      'remove-hostname': {
        done: 'The domain is off the site.',
        run: async (form) => {
          await this.requireOwn({ actor }, row, textOf(form, 'hostname'));
          await this.hostnames.remove(actor, named(form));
        },
      },
    };
  }

  private otherActions({ actor }: MemberRequest, row: SiteRow): Record<string, FormAction> {
    const { organizationId, id } = row.site;
    return {
      'set-basename': {
        done: 'The address is changed.',
        run: (form) => this.update({ actor }, row, { basename: textOf(form, 'basename') }),
      },
      'set-proxy': {
        done: 'The address is saved. What it needs is below.',
        run: async (form) => {
          const proxy = textOf(form, 'proxy')
            .replace(/^https?:\/\//, '')
            .replace(/\/+$/, '');
          if (proxy === '')
            throw new BadRequest('proxy: write a domain and a path, such as example.com/docs.');
          await this.update({ actor }, row, { proxy });
        },
      },
      verify: {
        done: 'The address is proven: readers find the site there.',
        run: async () => void (await this.proxies.verify(actor, organizationId, id)),
      },
      'remove-proxy': {
        done: 'The site is not read below the other website any more.',
        run: () => this.update({ actor }, row, { proxy: null }),
      },
    };
  }

  private async update(
    { actor }: Pick<MemberRequest, 'actor'>,
    { site }: SiteRow,
    body: object,
  ): Promise<void> {
    const wanted = await validBody(UpdateSiteBody, body);
    await this.sites.update(actor, site.organizationId, site.id, wanted);
  }

  /** A form of an older page must not act on a domain that another site has by now. @throws Forbidden, BadRequest */
  private async requireOwn(
    { actor }: Pick<MemberRequest, 'actor'>,
    { site, customHostname }: SiteRow,
    hostname: string,
  ): Promise<void> {
    await this.sites.requireSite(actor, site.organizationId, site.id, 'manage');
    if (hostname !== customHostname)
      throw new BadRequest('Somebody changed the domain of the site meanwhile. Look at it again.');
  }

  private async page(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: id = '' } = params;
    const row = await this.sites.requireSite(actor, organizationId, id, 'view');
    const { customHostname, proxy, location, role } = row;
    const named = { hostname: customHostname ?? '', organization: organizationId };
    const proxied =
      proxy === null ? null : (await this.proxies.requireProxy(actor, organizationId, id, 'view')).claim;
    const view: AddressView = {
      row,
      address: this.address.of(location),
      target: this.address.targetOf(location),
      root: new URL('.', this.address.targetOf(location).slice(0, -1)).href,
      server: new URL(this.config.publicUrl).hostname,
      hostname: customHostname === null ? null : await this.hostnames.requireHostname(actor, named, 'view'),
      proxy: proxied && { claim: proxied, challengeUrl: this.evidence.urlOf(proxied) },
      mayManage: siteVerdict(role, 'manage').allowed && hasScopes(actor, ['site:metadata:write']),
      state,
    };
    return this.shell.show(request, addressesPage(this.config.basePath, view), state.status);
  }
}
