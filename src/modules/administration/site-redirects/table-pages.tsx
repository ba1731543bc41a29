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
import { type SiteRedirectEntity, SiteRedirects, type SiteRow, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { CsvReport } from '../csv-report.js';
import { csvFile } from '../csv.js';
import { siteFrame } from '../sites/site-frame.js';
import { SitePageIndexes } from '../sites/site-page-index.js';
import { SCOPES } from './redirect-list-pages.js';
import { COLUMNS, lineOf, MOST_BYTES, MOST_LINES, readTable, type RedirectLine } from './redirect-table.js';
import { RedirectTargets } from './redirect-targets.js';
import { redirectUrls } from './redirect-urls.js';
import { judged, type JudgedLine, reported } from './table-report.js';

/** A form writes up to three bytes for one of the table. */
const FORM_LIMIT = 3 * MOST_BYTES;
const CHUNK = 1000;

/** The state of the page: what a table would do, or did. */
interface TableState {
  problem?: string;
  status?: number;
  /** The table as it came. */
  text?: string;
  lines?: readonly JudgedLine[];
  isDone?: boolean;
}

type Show = (state: TableState) => Promise<SiteAnswer>;

/** `…/redirects/csv`: redirects as a table, in and out. */
@Injectable()
export class RedirectTablePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly redirects: SiteRedirects,
    private readonly indexes: SitePageIndexes,
    private readonly targets: RedirectTargets,
  ) {}

  /** All redirects of a site, prepared ones too. @throws NotFound */
  @AppRoute('/o/:organization/sites/:site/redirects/csv/download', { scopes: SCOPES })
  async download({ actor, params }: MemberRequest): Promise<SiteAnswer> {
    const { organization = '', site = '' } = params;
    await this.sites.requireSite(actor, organization, site, 'view');
    const index = await this.indexes.of(actor, organization, site);
    const all = [...(await this.all(actor, organization, site, false))];
    all.push(...(await this.all(actor, organization, site, true)));
    return csvFile(
      'redirects',
      COLUMNS,
      all.map((redirect) => lineOf(redirect, this.targets.shown(index, redirect).text)),
    );
  }

  /** @throws NotFound for what is not there or not visible, Forbidden for members who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/redirects/csv', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['site:metadata:write'],
    operations: ['bulkUpsertSiteRedirects'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'manage');
    const show: Show = (state) => this.page(request, row, state);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(actor, row, message, show);
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
        return form.get('do') === 'apply'
          ? this.apply(actor, row, text, show)
          : this.preview(actor, row, text, show);
      },
      FORM_LIMIT,
    );
  }

  private async preview(actor: Actor, row: SiteRow, text: string, show: Show): Promise<SiteAnswer> {
    const { organizationId, id } = row.site;
    const lines = await this.read(actor, row, text);
    const bodies = lines.flatMap(({ body }) => body ?? []);
    return show({
      text,
      lines: judged(lines, await this.redirects.preview(actor, organizationId, id, bodies)),
    });
  }

  /** Looks at the table anew: what it was shown to do may have changed since. */
  private async apply(actor: Actor, row: SiteRow, text: string, show: Show): Promise<SiteAnswer> {
    const { organizationId, id } = row.site;
    const lines = await this.read(actor, row, text);
    const bodies = lines.flatMap(({ body }) => body ?? []);
    const done = judged(lines, await this.redirects.import(actor, organizationId, id, bodies));
    if (done.some(({ outcome }) => outcome === 'refused')) return show({ lines: done, isDone: true });
    const of = (wanted: string) => String(done.filter(({ outcome }) => outcome === wanted).length);
    const query = new URLSearchParams({ added: of('added'), changed: of('changed') });
    return seeOther(`${redirectUrls(this.config.basePath, row.site).root}?${query.toString()}`);
  }

  private async read(actor: Actor, { site }: SiteRow, text: string): Promise<RedirectLine[]> {
    if (text.trim() === '') throw new BadRequest('Paste a table, or choose a file with one.');
    const index = await this.indexes.of(actor, site.organizationId, site.id);
    return readTable(text, index, this.targets);
  }

  private async upload(
    actor: Actor,
    row: SiteRow,
    message: IncomingMessage,
    show: Show,
  ): Promise<SiteAnswer> {
    try {
      const { received } = await readOwnFiles(message, (file) => readFileText(file, MOST_BYTES), 1);
      return await this.preview(actor, row, received[0] ?? '', show);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private page(
    request: MemberRequest,
    row: SiteRow,
    { problem, status, text, lines, isDone }: TableState,
  ): Promise<SiteAnswer> {
    const base = this.config.basePath;
    const urls = redirectUrls(base, row.site);
    const frame = siteFrame(base, row, 'redirects', { status });
    return this.shell.page(
      request,
      {
        ...frame,
        title: `Redirects of ${row.site.title} as a table`,
        breadcrumbs: [...(frame.breadcrumbs ?? []), { href: urls.root, title: 'Redirects' }],
      },
      <>
        <Outcome problem={problem} />
        {lines && (
          <Section title={isDone ? 'Done' : 'Outcome of the table'}>
            <CsvReport
              lines={lines.map(reported)}
              noun="redirect"
              columns={['Old address', 'Leads to']}
              {...(isDone ? {} : { apply: { action: urls.table, text: text ?? '' } })}
            />
          </Section>
        )}
        <TableForms action={urls.table} text={text ?? ''} />
      </>,
    );
  }

  private async all(
    actor: Actor,
    organizationId: string,
    siteId: string,
    draft: boolean,
  ): Promise<SiteRedirectEntity[]> {
    const all: SiteRedirectEntity[] = [];
    let page: string | undefined;
    do {
      const filters = { draft, orderBy: 'source' as const, limit: CHUNK, page };
      const { items, next } = await this.redirects.list(actor, organizationId, siteId, filters);
      all.push(...items);
      page = next?.page;
    } while (page !== undefined);
    return all;
  }
}

/** The forms that take a table, as a file or pasted; nothing is changed before a person has seen what would be. */
function TableForms({ action, text }: { action: string; text: string }) {
  return (
    <>
      <Section title="Bring a table">
        <p>
          A line for each redirect, at most {MOST_LINES}: the old address, and the path of the site or the
          address elsewhere that it leads to. You see what it would do before anything changes.
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
            dir="ltr"
            placeholder={'source,destination\n/old/start,/guides/start'}
          />
          <Submit does="preview" label="Look at it" />
        </PostForm>
      </Section>
      <Section title="Columns">
        <dl class="member-facts">
          <dt>source</dt>
          <dd>The old address, such as /old/start or /old/*</dd>
          <dt>destination</dt>
          <dd>A path of the site, or an address that begins with https://</dd>
          <dt>capture_wildcard</dt>
          <dd>yes: what the asterisk stands for is kept</dd>
          <dt>permanent</dt>
          <dd>yes: browsers may remember it</dd>
          <dt>draft</dt>
          <dd>yes: it is only prepared</dd>
        </dl>
        <p class="member-hint">
          Only the first two are needed. An old address that has a redirect gets the new destination;
          redirects that the table does not name stay.
        </p>
      </Section>
    </>
  );
}
