import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type Language, LANGUAGES, Spaces } from '#modules/spaces/index.js';
import { CreateTranslation } from '#modules/translations/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { seeOther } from '../form-actions.js';
import { readOwnForm } from '../forms.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { AS_THE_SPACE } from './new-translation.js';
import { noticeOf, TranslationForms } from './translation-forms.js';
import { translationList } from './translation-list.js';
import { translationPage } from './translation-page.js';
import { TranslationViews } from './translation-views.js';

/** Bytes of a form; instructions may be long. */
const FORM_LIMIT = 256 * 1024;

/** `/app/o/{organization}/translations`, where one is made, and one below it, where it is run, changed and ended. */
@Injectable()
export class TranslationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly views: TranslationViews,
    private readonly forms: TranslationForms,
    private readonly creating: CreateTranslation,
    private readonly spaces: Spaces,
  ) {}

  /** @throws NotFound, Forbidden; also for a form of another site or a token without the scope. */
  @AppRoute('/o/:organization/translations{/:id}', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'space:content:read'],
    operations: [
      'createTranslation',
      'runTranslation',
      'updateTranslation',
      'patchTranslation',
      'deleteTranslation',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '', id } = params;
    if (message.method === 'POST') {
      if (id === undefined) requireScopes(actor, ['space:metadata:write']);
      const form = await readOwnForm(message, FORM_LIMIT);
      return id === undefined
        ? this.create(request, organizationId, form)
        : this.change(request, organizationId, id, form);
    }
    const page = query.get('page') ?? undefined;
    const [base, notice] = [this.config.basePath, noticeOf(query)];
    const shown =
      id === undefined
        ? translationList(base, { ...(await this.views.list(actor, organizationId, page)), notice })
        : translationPage(base, { ...(await this.views.one(actor, organizationId, id, page)), notice });
    return this.shell.show(request, shown);
  }

  private async create(
    request: MemberRequest,
    organizationId: string,
    form: URLSearchParams,
  ): Promise<SiteAnswer> {
    const { actor } = request;
    try {
      const { translation } = await this.creating.execute(actor, organizationId, {
        source: await this.sourceOf(actor, form),
        language: readLanguage('language', form),
        automatic: form.has('automatic'),
        onSites: form.has('sites'),
      });
      return this.goTo(organizationId, translation.id);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      const view = await this.views.list(actor, organizationId);
      const problem = { text: error.message, typed: form };
      return this.shell.show(
        request,
        translationList(this.config.basePath, { ...view, problem }),
        error.status,
      );
    }
  }

  /** The space, in the language that the form names or that it is set to. */
  private async sourceOf(
    actor: Actor,
    form: URLSearchParams,
  ): Promise<{ space: string; language: Language }> {
    const space = form.get('space') ?? '';
    const from = form.get('from');
    const { language, title } = (await this.spaces.requireSpace(actor, space, 'view')).space;
    const known = LANGUAGES.find((code) => code === (from === AS_THE_SPACE ? language : from));
    if (known !== undefined) return { space, language: known };
    const why = from === AS_THE_SPACE ? `, since the settings of "${title}" name none` : '';
    throw new BadRequest(`Choose the language it is written in${why}.`);
  }

  private async change(
    request: MemberRequest,
    organizationId: string,
    id: string,
    form: URLSearchParams,
  ): Promise<SiteAnswer> {
    const { actor } = request;
    try {
      const done = await this.forms.carryOut(actor, organizationId, id, form);
      return this.goTo(organizationId, done === 'delete' ? null : id, done);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      const view = {
        ...(await this.views.one(actor, organizationId, id)),
        problem: { text: error.message, typed: form },
      };
      return this.shell.show(request, translationPage(this.config.basePath, view), error.status);
    }
  }

  /** Leads to a translation, or to the list. @param done name of what was done */
  private goTo(organizationId: string, id: string | null, done?: string): SiteAnswer {
    const list = `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/translations`;
    const place = id === null ? list : `${list}/${encodeURIComponent(id)}`;
    return seeOther(done === undefined ? place : `${place}?done=${done}`);
  }
}

/** @throws BadRequest for an unsupported language. */
function readLanguage(name: string, form: URLSearchParams): Language {
  const language = LANGUAGES.find((code) => code === form.get(name));
  if (language === undefined) throw new BadRequest(`${name}: choose one of the languages of the list.`);
  return language;
}
