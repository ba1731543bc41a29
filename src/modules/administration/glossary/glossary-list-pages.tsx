import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  Empty,
  type FormState,
  type MemberRequest,
  MemberShell,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  Submit,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  Glossary,
  type GlossaryEntry,
  glossaryVerdict,
  UpdateGlossaryBody,
} from '#modules/translations/index.js';
import { Config } from '#platform/config/env.js';
import { glossaryUrls } from './glossary-urls.js';
import { rowsIn, TermFields, TermList, termsIn } from './term-fields.js';

const MOST = 50;

/** `/app/o/{organization}/translations/glossary`: what things are called, language by language. */
@Injectable()
export class GlossaryListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly glossary: Glossary,
  ) {}

  /** @throws NotFound for strangers and guests, Forbidden for a form of members who may not change the glossary */
  @AppRoute('/o/:organization/translations/glossary', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['updateGlossaryEntries'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    return answerForms(request, message, {
      here: glossaryUrls(this.config.basePath, id).root,
      actions: {
        add: {
          done: 'The entry is added. It counts from the next run of each translation on.',
          run: async (form) => {
            const operations = [{ type: 'insert', translations: termsIn(form) }];
            const body = await validBody(UpdateGlossaryBody, { operations });
            await this.glossary.change(actor, id, body.operations);
          },
        },
      },
      show: (state) => this.page(request, id, { ...state, notice: state.notice ?? noticeOf(query) }),
    });
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const find = (query.get('find') ?? '').trim().slice(0, 255);
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await this.glossary.list(actor, id, page, find);
    const urls = glossaryUrls(this.config.basePath, id);
    const canEdit = glossaryVerdict(actor.memberships.get(id), 'edit').allowed;
    return this.shell.page(
      request,
      {
        title: 'Glossary',
        organizationId: id,
        breadcrumbs: [{ href: urls.translations, title: 'Translations' }],
        status: state.status,
      },
      <>
        <Outcome {...state} />
        <p>
          What things are called, language by language. Translations use these terms wherever one stands in a
          text.
        </p>
        {(items.length > 0 || find !== '') && <Search action={urls.root} find={find} />}
        <Entries items={items} urls={urls} find={find} canEdit={canEdit} />
        <MoreLink
          here={urls.root}
          cursor={next?.page ?? null}
          what="More entries"
          query={find === '' ? {} : { find }}
        />
        {canEdit && <NewEntry action={urls.root} typed={state.typed} />}
        <TableLinks urls={urls} canEdit={canEdit} />
      </>,
    );
  }
}

function NewEntry({ action, typed }: { action: string; typed: URLSearchParams | undefined }) {
  return (
    <Section title="New entry">
      <PostForm action={action} class="member-form">
        <p>To keep a name as it is, give it as the term in both languages.</p>
        <TermFields rows={typed ? rowsIn(typed) : [['en', '']]} />
        <Submit does="add" label="Create the entry" kind="primary" />
      </PostForm>
    </Section>
  );
}

function TableLinks({ urls, canEdit }: { urls: ReturnType<typeof glossaryUrls>; canEdit: boolean }) {
  return (
    <Section title="As a table">
      <ul class="member-links">
        {canEdit && (
          <li>
            <a href={urls.table}>Bring entries as a table</a>
          </li>
        )}
        <li>
          <a href={urls.download}>Download all entries (CSV)</a>
        </li>
      </ul>
    </Section>
  );
}

function Search({ action, find }: { action: string; find: string }) {
  return (
    <form method="get" action={action} class="member-filter" role="search">
      <label>
        Find a term
        <input type="search" name="find" value={find} maxLength={255} dir="auto" />
      </label>
      <button type="submit" class="button button-secondary">
        Search
      </button>
      {find !== '' && <a href={action}>Show all</a>}
    </form>
  );
}

function Entries({
  items,
  urls,
  find,
  canEdit,
}: {
  items: readonly GlossaryEntry[];
  urls: ReturnType<typeof glossaryUrls>;
  find: string;
  canEdit: boolean;
}) {
  if (items.length === 0 && find !== '') return <p>No entry has “{find}” in a term.</p>;
  if (items.length === 0)
    return (
      <Empty>
        <p>The glossary has no entries.</p>
        <p>
          {canEdit
            ? 'Add one for each name and technical term whose translation must not vary, or bring a table.'
            : 'Members with the role “create” or a stronger one in the organization add them.'}
        </p>
      </Empty>
    );
  return (
    <MemberTable title="Entries" columns={canEdit ? ['Terms', 'Change'] : ['Terms']}>
      {items.map(({ id, translations }) => (
        <tr>
          <td>
            <TermList terms={translations} />
          </td>
          {canEdit && (
            <td>
              <a href={urls.one(id)} aria-label={`Change: ${Object.values(translations)[0] ?? ''}`}>
                Change
              </a>
            </td>
          )}
        </tr>
      ))}
    </MemberTable>
  );
}

/** The sentence about what another page did before it led here. */
function noticeOf(query: URLSearchParams): string | undefined {
  if (query.get('done') === 'deleted') return 'The entry is deleted.';
  const [added, changed] = ['added', 'changed'].map((name) => /^\d{1,5}$/.exec(query.get(name) ?? '')?.[0]);
  if (added === undefined || changed === undefined) return undefined;
  return `${added} ${added === '1' ? 'entry' : 'entries'} added, ${changed} changed.`;
}
