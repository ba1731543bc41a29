import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell, seeOther } from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { MemberVisitors } from '#modules/sites/index.js';
import { Urls } from '#platform/http/urls.js';
import { enterPage } from './enter-page.js';

/** `/app/o/{organization}/sites/{site}/enter`: lets members in to a site whose visitors sign in by their account here. */
@Injectable()
export class EnterPages {
  constructor(
    private readonly shell: MemberShell,
    private readonly visitors: MemberVisitors,
    private readonly urls: Urls,
  ) {}

  /** @throws NotFound for those who do not see the site. */
  @AppRoute('/o/:organization/sites/:site/enter', { scopes: ['site:metadata:read', 'space:content:read'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { organization = '', site = '' } = request.params;
    const location = request.query.get('location') ?? '/';
    const url = await this.visitors.enter(request.actor, organization, site, location);
    if (new URL(url).origin === new URL(this.urls.base).origin) return seeOther(url);
    // Browsers refuse to be led from the sign-in form to another origin, but not from a page.
    const answer = await this.shell.show(request, enterPage(url));
    if (answer.kind !== 'body') throw new Error('A page was answered by something else.');
    return { ...answer, headers: { ...answer.headers, Refresh: `0; url=${url}` } };
  }
}
