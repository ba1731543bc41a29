import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  type MemberRequest,
  MemberShell,
  Outcome,
  Section,
  seeOther,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Glossary, type GlossaryEntry, glossaryVerdict } from '#modules/translations/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { answerTable, TableForms, type TableState } from '../csv-forms.js';
import { CsvReport } from '../csv-report.js';
import { csvFile } from '../csv.js';
import { type GlossaryLine, MOST_BYTES, readGlossary, tableOf } from './glossary-table.js';
import { glossaryUrls } from './glossary-urls.js';
import { nameOf, TermList } from './term-fields.js';

const CHUNK = 1000;

type Show = (state: TableState<GlossaryLine>) => Promise<SiteAnswer>;

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
    return answerTable<GlossaryLine>(message, {
      limit: MOST_BYTES,
      show,
      preview: (text) => this.preview(actor, id, text, show),
      apply: (text) => this.apply(actor, id, text),
    });
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
    return readGlossary(text, await this.all(actor, id));
  }

  private page(request: MemberRequest, id: string, state: TableState<GlossaryLine>): Promise<SiteAnswer> {
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
        <TableForms
          action={urls.table}
          text={text}
          placeholder={'en,fr\nchange request,demande de modification'}
        >
          The first line names the languages by their codes, such as en for {nameOf('en')} and fr for{' '}
          {nameOf('fr')}. A line with an id, as in a download, changes that entry in the languages of the
          table; lines without an id are added. Entries that the table does not name stay.
        </TableForms>
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
