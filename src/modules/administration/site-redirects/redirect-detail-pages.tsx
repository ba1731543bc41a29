import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  Danger,
  type FormState,
  type MemberRequest,
  MemberShell,
  Outcome,
  Section,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  type SiteRedirectEntity,
  SiteRedirects,
  type SiteRow,
  Sites,
  UpdateSiteRedirectBody,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { siteFrame } from '../sites/site-frame.js';
import { type SitePageIndex, SitePageIndexes } from '../sites/site-page-index.js';
import { RedirectForm, type RedirectFields, typedRedirect } from './redirect-form.js';
import { SCOPES } from './redirect-list-pages.js';
import { Target } from './redirect-list.js';
import { RedirectTargets } from './redirect-targets.js';
import { redirectUrls } from './redirect-urls.js';

/** `/app/o/{organization}/sites/{site}/redirects/{redirect}`: one redirect, to change or to delete. */
@Injectable()
export class RedirectDetailPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly redirects: SiteRedirects,
    private readonly indexes: SitePageIndexes,
    private readonly targets: RedirectTargets,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for members who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/redirects/:redirect', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['site:metadata:write'],
    operations: ['updateSiteRedirectById', 'deleteSiteRedirectById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '', redirect: id = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'manage');
    const redirect = await this.redirects.get(actor, organization, site, id);
    const index = await this.indexes.of(actor, organization, site);
    const urls = redirectUrls(this.config.basePath, row.site);
    return answerForms(request, message, {
      here: urls.one(id),
      limit: 16 * 1024,
      actions: {
        change: {
          run: async (form) => {
            const body = await this.changesOf(index, redirect, typedRedirect(form));
            await this.redirects.update(actor, organization, site, id, body);
          },
          done: 'The redirect is changed.',
        },
        delete: {
          run: async () => {
            await this.redirects.delete(actor, organization, site, id);
            return `${urls.root}?done=delete`;
          },
          done: 'The redirect is deleted.',
        },
      },
      show: (state) => this.page(request, row, redirect, index, state),
    });
  }

  /** A destination that was left as it is stays, even where nobody can write it any more. */
  private async changesOf(
    index: SitePageIndex,
    redirect: SiteRedirectEntity,
    { source, destination, ...choices }: RedirectFields,
  ): Promise<UpdateSiteRedirectBody> {
    const shown = this.targets.shown(index, redirect).text ?? '';
    return validBody(UpdateSiteRedirectBody, {
      source: this.targets.sourceOf(index, source),
      ...(destination === shown ? {} : { destination: this.targets.destinationOf(index, destination) }),
      ...choices,
    });
  }

  private async page(
    request: MemberRequest,
    row: SiteRow,
    redirect: SiteRedirectEntity,
    index: SitePageIndex,
    state: FormState,
  ): Promise<SiteAnswer> {
    const base = this.config.basePath;
    const urls = redirectUrls(base, row.site);
    const target = this.targets.shown(index, redirect);
    const { source, captureWildcard, permanent, draft } = redirect;
    const fields = state.typed
      ? typedRedirect(state.typed)
      : { source, destination: target.text ?? '', captureWildcard, permanent, draft };
    const frame = siteFrame(base, row, 'redirects', { status: state.status });
    return this.shell.page(
      request,
      {
        ...frame,
        title: `Redirect ${redirect.source}`,
        breadcrumbs: [...(frame.breadcrumbs ?? []), { href: urls.root, title: 'Redirects' }],
      },
      <>
        <Outcome notice={state.notice} problem={state.problem} />
        <Section title="Redirect">
          <p>
            <code dir="ltr">{redirect.source}</code> leads to <Target target={target} />
            {redirect.draft && ' once it takes effect'}
          </p>
          <RedirectForm
            action={urls.one(redirect.id)}
            fields={fields}
            index={index}
            does="change"
            label="Save the redirect"
          />
        </Section>
        <Deletion action={urls.one(redirect.id)} source={redirect.source} />
      </>,
    );
  }
}

function Deletion({ action, source }: { action: string; source: string }) {
  return (
    <Danger summary="Delete the redirect" action={action} does="delete" label="Delete the redirect">
      <p>
        Readers who come by <code dir="ltr">{source}</code> then find no page there. You can create the same
        redirect again.
      </p>
    </Danger>
  );
}
