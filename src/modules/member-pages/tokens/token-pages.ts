import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateUserTokenBody, UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { SCOPES } from '#platform/http/scopes.js';
import { DtoPipe } from '#platform/http/validation.pipe.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { type TokenForm, tokensPage, type TokensView } from './token-page.js';

const MOST = 100;
const LIFETIMES = [7, 30, 90, 365];
const EMPTY: TokenForm = { label: '', days: 30, scopes: [] };

/** `/app/tokens`: a member lists, makes and revokes their tokens, by the rules of the API; sessions have a page beside it. */
@Injectable()
export class TokenPages {
  private readonly rules = new DtoPipe();

  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly clock: Clock,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws Forbidden for a form of another site, or a token without the scope; BadRequest for a cursor that is not ours. */
  @AppRoute('/tokens', {
    forms: true,
    scopes: ['user:read'],
    formScopes: ['user:write'],
    operations: ['createUserToken', 'deleteUserToken'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, query } = request;
    const page = query.get('page') ?? undefined;
    if (message.method !== 'POST') return this.page(request, { page });
    const form = await readOwnForm(message);
    const revoked = form.get('revoke');
    return revoked === null ? this.make(request, readTokenForm(form)) : this.revoke(actor, revoked);
  }

  private async make(request: MemberRequest, typed: TokenForm): Promise<SiteAnswer> {
    const { actor } = request;
    const { label, days, scopes } = typed;
    const input = {
      label,
      scopes: scopes.length > 0 ? scopes : undefined,
      expiresAt: days === 0 ? undefined : this.inDays(days).toISOString(),
    };
    try {
      const body = (await this.rules.transform(input, {
        type: 'body',
        metatype: CreateUserTokenBody,
      })) as CreateUserTokenBody;
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt);
      const { token } = await this.tokens.createOwn(actor, {
        label: body.label,
        scopes: body.scopes,
        expiresAt,
      });
      return await this.page(request, { made: { label: body.label, token } });
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof Forbidden)) throw error;
      return this.page(request, { typed, problem: error.message }, error.status);
    }
  }

  private async revoke(actor: Actor, id: string): Promise<SiteAnswer> {
    await this.tokens.deleteOwn(actor, id);
    return {
      kind: 'redirect',
      status: 303,
      location: `${this.config.basePath}/app/tokens`,
      isComplete: true,
    };
  }

  private async page(
    request: MemberRequest,
    shown: { page?: string; made?: TokensView['made']; typed?: TokenForm; problem?: string },
    status = 200,
  ): Promise<SiteAnswer> {
    const { actor } = request;
    const { items, next } = await this.tokens.listOwn(actor, { limit: MOST, page: shown.page }, 'token');
    const latest = await this.tokens.latestOwnEnd(actor);
    const lifetimes = LIFETIMES.filter((days) => latest === null || this.inDays(days) <= latest);
    const page = tokensPage(this.config.basePath, {
      tokens: items,
      older: next?.page ?? null,
      sessionEnds: await this.tokens.expiryOf(actor),
      lifetimes,
      scopes: actor.scopes ?? SCOPES,
      made: shown.made ?? null,
      typed: shown.typed ?? EMPTY,
      problem: shown.problem,
    });
    return this.shell.show(request, page, status);
  }

  private inDays(days: number): Date {
    return new Date(this.clock.now().getTime() + days * 86_400_000);
  }
}

/** @throws BadRequest for a time that the form does not offer. */
function readTokenForm(form: URLSearchParams): TokenForm {
  const days = Number(form.get('days') ?? 0);
  if (days !== 0 && !LIFETIMES.includes(days))
    throw new BadRequest(
      `days: a token made here ends with the session, or in ${LIFETIMES.join(', ')} days.`,
    );
  return { label: (form.get('label') ?? '').trim(), days, scopes: form.getAll('scope') };
}
