import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { type Refusal, showOrSubmit } from '../form-page.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { Outcome } from '../outcome.js';
import { reviewUrls } from '../review/review-urls.js';
import { Comparison } from './comparison-view.js';
import { Comparisons } from './comparisons.js';
import { RestoreBlock } from '../editing/restore-block.js';

const NOTICES: Record<string, string> = {
  restored: 'The earlier version of the block is in the page again, as a new revision.',
};

/** `/app/s/{space}/~/history/{revision}`: the changes of a revision, or its differences from another one. */
@Injectable()
export class ComparisonPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly comparisons: Comparisons,
    private readonly blocks: RestoreBlock,
  ) {}

  /** @throws NotFound for a revision that is not of the space, Forbidden for a form of another site. */
  @AppRoute('/s/:space/~/history/:revision', {
    forms: true,
    scopes: ['space:content:read'],
    formScopes: ['space:content:write'],
    operations: ['updateSpaceContent', 'rollbackToRevision'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return showOrSubmit(
      message,
      (refusal) => this.page(request, refusal),
      (form) => this.restore(request, form),
    );
  }

  private async restore({ actor, params, query }: MemberRequest, form: URLSearchParams): Promise<SiteAnswer> {
    if (form.get('do') !== 'restore-block') throw new BadRequest('do must be "restore-block".');
    const { space = '', revision: id = '' } = params;
    const [page = '', block = '', revision = ''] = ['page', 'block', 'revision'].map(
      (name) => form.get(name) ?? '',
    );
    const number = await this.blocks.execute(actor, space, { page, block, revision });
    const kept = new URLSearchParams([...query, ['notice', 'restored']]);
    const here = `${this.config.basePath}/app/s/${encodeURIComponent(space)}/~/history/${encodeURIComponent(id)}`;
    const location =
      number === null
        ? `${here}?${kept.toString()}#p-${encodeURIComponent(page)}`
        : reviewUrls(this.config.basePath, space, number).overview;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private async page(request: MemberRequest, refusal?: Refusal): Promise<SiteAnswer> {
    const { query } = request;
    const { space, view } = await this.comparisons.view(request);
    return this.shell.page(
      request,
      {
        title: query.get('against') ? 'Comparison of two revisions' : 'Changes of a revision',
        space,
        tab: 'history',
        breadcrumbs: [{ href: `${view.root}/~/history`, title: 'History' }],
        isWide: true,
        ...(refusal ? { status: refusal.status } : {}),
      },
      <>
        <Outcome notice={NOTICES[query.get('notice') ?? '']} problem={refusal?.text} />
        <Comparison view={view} />
      </>,
    );
  }
}
