import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  counted,
  answerForms,
  AppRoute,
  Danger,
  type FormAction,
  type FormState,
  Hidden,
  type MemberRequest,
  MemberShell,
  Outcome,
  PostForm,
  Section,
  Submit,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Glossary, glossaryVerdict, UpdateGlossaryBody } from '#modules/translations/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { glossaryUrls } from './glossary-urls.js';
import { rowsIn, TermFields, TermList, termsIn } from './term-fields.js';

const CHANGED =
  'Somebody changed this entry since you opened it. Your terms are still below: compare them with the entry as it is now, and save again.';

/** `…/glossary/entries/{entry}`: the terms of one entry of a glossary. */
@Injectable()
export class GlossaryEntryPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly glossary: Glossary,
  ) {}

  /** @throws NotFound for strangers, guests and unknown entries */
  @AppRoute('/o/:organization/translations/glossary/entries/:entry', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['updateGlossaryEntries'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization = '', entry = '' } = request.params;
    return answerForms(request, message, {
      here: glossaryUrls(this.config.basePath, organization).one(entry),
      actions: this.actions(request.actor, organization, entry),
      show: (state) => this.page(request, organization, entry, state),
    });
  }

  private actions(actor: Actor, organizationId: string, id: string): Record<string, FormAction> {
    return {
      save: {
        done: 'The terms are changed. They count from the next run of each translation on.',
        run: async (form) => {
          const operations = [{ type: 'update', id, translations: termsIn(form) }];
          const body = await validBody(UpdateGlossaryBody, { operations });
          await this.glossary.change(actor, organizationId, body.operations, ({ updatedAt }) => {
            if (textOf(form, 'state') !== updatedAt.toISOString()) throw new Conflict(CHANGED);
          });
        },
      },
      delete: {
        done: 'The entry is deleted.',
        run: async () => {
          await this.glossary.change(actor, organizationId, [{ type: 'delete', id }]);
          return `${glossaryUrls(this.config.basePath, organizationId).root}?done=deleted`;
        },
      },
    };
  }

  private async page(
    request: MemberRequest,
    organizationId: string,
    id: string,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { actor } = request;
    const { translations, updatedAt } = await this.glossary.get(actor, organizationId, id);
    const urls = glossaryUrls(this.config.basePath, organizationId);
    const canEdit = glossaryVerdict(actor.memberships.get(organizationId), 'edit').allowed;
    const here = urls.one(id);
    const rows = state.typed?.get('do') === 'save' ? rowsIn(state.typed) : Object.entries(translations);
    return this.shell.page(
      request,
      {
        title: Object.values(translations)[0] ?? 'Entry',
        organizationId,
        breadcrumbs: [
          { href: urls.translations, title: 'Translations' },
          { href: urls.root, title: 'Glossary' },
        ],
        status: state.status,
      },
      <>
        <Outcome {...state} />
        <p>
          <TermList terms={translations} />
        </p>
        {canEdit && (
          <Section title="Terms">
            <PostForm action={here} class="member-form">
              <p>A language whose term you empty is translated freely.</p>
              <Hidden fields={{ state: updatedAt.toISOString() }} />
              <TermFields rows={rows} />
              <Submit does="save" label="Save the terms" kind="primary" />
            </PostForm>
          </Section>
        )}
        {canEdit && <Deletion action={here} terms={translations} />}
      </>,
    );
  }
}

function Deletion({ action, terms }: { action: string; terms: Readonly<Record<string, string>> }) {
  return (
    <Section title="Delete the entry" isDangerous>
      <Danger summary="Delete the entry" action={action} does="delete" label="Delete the entry">
        <p>
          Its {counted(Object.keys(terms).length, 'term')} (<TermList terms={terms} />){' '}
          {Object.keys(terms).length === 1 ? 'is' : 'are'} deleted, and translated freely from the next run of
          each translation on. The audit log keeps the terms; to take it back, create the entry again.
        </p>
      </Danger>
    </Section>
  );
}
