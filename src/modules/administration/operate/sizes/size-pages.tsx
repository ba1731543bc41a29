import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import { Operators } from '#modules/operators/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { operateUrl } from '../operate-page.js';
import { sizePage } from './size-page.js';
import { Sizes } from './sizes.js';
import { ORGANIZATION_FIGURES, SizesRepository, SPACE_FIGURES } from './sizes.repository.js';

const MOST = 50;

/** `/app/operate/sizes`: operators see which organizations and spaces are large. */
@Injectable()
export class SizePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly counting: Sizes,
    private readonly sizes: SizesRepository,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization. */
  @AppRoute('/operate/sizes', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    await this.operators.requireOperator(actor);
    return answerForms(request, message, {
      here: operateUrl(this.config.basePath, 'sizes'),
      actions: {
        count: {
          run: () => this.counting.request(actor),
          done: 'Everything is being counted. Load the page again in a moment; a large installation takes minutes.',
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  private async show(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { query } = request;
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const countedAt = await this.sizes.countedAt();
    const base = this.config.basePath;
    if (query.get('of') === 'spaces') {
      const by = SPACE_FIGURES.find((name) => name === query.get('sort')) ?? 'pages';
      const { items, next } = await this.sizes.listSpaces(by, page);
      const list = { of: 'spaces', by, items, more: next?.page ?? null } as const;
      return this.shell.show(request, sizePage(base, { countedAt, state, list }), state.status);
    }
    const by = ORGANIZATION_FIGURES.find((name) => name === query.get('sort')) ?? 'contentBytes';
    const { items, next } = await this.sizes.listOrganizations(by, page);
    const list = { of: 'organizations', by, items, more: next?.page ?? null } as const;
    return this.shell.show(request, sizePage(base, { countedAt, state, list }), state.status);
  }
}
