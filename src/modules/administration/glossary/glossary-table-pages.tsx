import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  hasFormFiles,
  LongField,
  type MemberRequest,
  MemberShell,
  Outcome,
  PostForm,
  readFileText,
  readOwnFiles,
  Section,
  seeOther,
  showOrSubmit,
  Submit,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Glossary, type GlossaryEntry, glossaryVerdict } from '#modules/translations/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { CsvReport } from '../csv-report.js';
import { csvFile } from '../csv.js';
import { type GlossaryLine, MOST_BYTES, readGlossary, tableOf } from './glossary-table.js';
import { glossaryUrls } from './glossary-urls.js';
import { nameOf, TermList } from './term-fields.js';

/** A form writes up to three bytes for one of the table. */
const FORM_LIMIT = 3 * MOST_BYTES;
const CHUNK = 1000;

/** The state of the page: what a table would do. */
interface TableState {
  problem?: string;
  status?: number;
  /** The table as it came. */
  text?: string;
  lines?: readonly GlossaryLine[];
}

type Show = (state: TableState) => Promise<SiteAnswer>;

/** `…/glossary/csv`: a glossary as a table, in and out. */
@Injectable()
export class GlossaryTablePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly glossary: Glossary,
  ) {}

  /** All entries. @throws NotFound for strangers and guests */
  @AppRoute('/o/:organization/translations/glossary/csv/download', { scopes: ['organization:read'] })
  async download({ actor, params }: MemberRequest): Promise<SiteAnswer> {
    const { columns, rows } = tableOf(await this.all(actor, params['organization'] ?? ''));
    return csvFile('glossary', columns, rows);
  }

  /** @throws NotFound for strangers and guests, Forbidden for members who may not change the glossary */
  @AppRoute('/o/:organization/translations/glossary/csv', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['updateGlossaryEntries'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireAllowed('glossary', glossaryVerdict(actor.memberships.get(id), 'edit'));
    const show: Show = (state) => this.page(request, id, state);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(actor, id, message, show);
    return showOrSubmit(
      message,
      (refusal) =>
        show({
          problem: refusal?.text,
          status: refusal?.status,
          text: refusal?.form.get('table') ?? undefined,
        }),
      async (form) => {
        const text = form.get('table') ?? '';
        return form.get('do') === 'apply' ? this.apply(actor, id, text) : this.preview(actor, id, text, show);
      },
      FORM_LIMIT,
    );
  }

  private async preview(actor: Actor, id: string, text: string, show: Show): Promise<SiteAnswer> {
    return show({ text, lines: await this.read(actor, id, text) });
  }

  /** Looks at the table anew: what it was shown to do may have changed since. */
  private async apply(actor: Actor, id: string, text: string): Promise<SiteAnswer> {
    const lines = await this.read(actor, id, text);
    const operations = lines.flatMap(({ operation }) => operation ?? []);
    await this.glossary.change(actor, id, operations);
    const of = (wanted: string) => String(lines.filter(({ outcome }) => outcome === wanted).length);
    const query = new URLSearchParams({ added: of('added'), changed: of('changed') });
    return seeOther(`${glossaryUrls(this.config.basePath, id).root}?${query.toString()}`);
  }

  private async read(actor: Actor, id: string, text: string): Promise<GlossaryLine[]> {
    if (text.trim() === '') throw new BadRequest('Paste a table, or choose a file with one.');
    return readGlossary(text, await this.all(actor, id));
  }

  private async upload(actor: Actor, id: string, message: IncomingMessage, show: Show): Promise<SiteAnswer> {
    try {
      const { received } = await readOwnFiles(message, (file) => readFileText(file, MOST_BYTES), 1);
      return await this.preview(actor, id, received[0] ?? '', show);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private page(request: MemberRequest, id: string, state: TableState): Promise<SiteAnswer> {
    const { problem, status, text = '', lines } = state;
    const urls = glossaryUrls(this.config.basePath, id);
    return this.shell.page(
      request,
      {
        title: 'Glossary as a table',
        organizationId: id,
        breadcrumbs: [
          { href: urls.translations, title: 'Translations' },
          { href: urls.root, title: 'Glossary' },
        ],
        status,
      },
      <>
        <Outcome problem={problem} />
        {lines && (
          <Section title="Outcome of the table">
            <CsvReport
              lines={lines.map(({ terms, ...line }) => ({
                ...line,
                subject: Object.values(terms)[0] ?? '–',
                content: <TermList terms={terms} />,
              }))}
              noun="glossary term"
              columns={['Term', 'Terms']}
              apply={{ action: urls.table, text }}
            />
          </Section>
        )}
        <TableForms action={urls.table} text={text} />
      </>,
    );
  }

  private async all(actor: Actor, organizationId: string): Promise<GlossaryEntry[]> {
    const all: GlossaryEntry[] = [];
    let page: string | undefined;
    do {
      const { items, next } = await this.glossary.list(actor, organizationId, { limit: CHUNK, page });
      all.push(...items);
      page = next?.page;
    } while (page !== undefined);
    return all;
  }
}

/** The forms that take a table, as a file or pasted; nothing is changed before a person has seen what would be. */
function TableForms({ action, text }: { action: string; text: string }) {
  return (
    <Section title="Bring a table">
      <p>
        The first line names the languages by their codes, such as en for {nameOf('en')} and fr for{' '}
        {nameOf('fr')}. A line with an id, as in a download, changes that entry in the languages of the table;
        lines without an id are added. Entries that the table does not name stay. You see what it would do
        before anything changes.
      </p>
      <PostForm action={action} class="member-form" hasFiles>
        <label for="files">A file with comma-separated values (CSV)</label>
        <input id="files" name="files" type="file" accept=".csv,.tsv,.txt,text/csv" required />
        <Submit does="preview" label="Look at the file" kind="primary" />
      </PostForm>
      <PostForm action={action} class="member-form">
        <LongField
          name="table"
          label="Or paste it"
          hint="From a spreadsheet, or as it is in a file."
          value={text}
          rows={6}
          required
          spellcheck={false}
          placeholder={'en,fr\nchange request,demande de modification'}
        />
        <Submit does="preview" label="Look at it" />
      </PostForm>
    </Section>
  );
}
