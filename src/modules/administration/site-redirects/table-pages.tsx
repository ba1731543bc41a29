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
import { type SiteRedirectEntity, SiteRedirects, type SiteRow, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { answerTable, TableForms, type TableState } from '../csv-forms.js';
import { CsvReport } from '../csv-report.js';
import { csvFile } from '../csv.js';
import { siteFrame } from '../sites/site-frame.js';
import { SitePageIndexes } from '../sites/site-page-index.js';
import { SCOPES } from './redirect-list-pages.js';
import { COLUMNS, lineOf, MOST_BYTES, MOST_LINES, readTable, type RedirectLine } from './redirect-table.js';
import { RedirectTargets } from './redirect-targets.js';
import { redirectUrls } from './redirect-urls.js';
import { judged, type JudgedLine, reported } from './table-report.js';

const CHUNK = 1000;

interface RedirectsState extends TableState<JudgedLine> {
  /** True if the table was carried out, but for the lines that were refused. */
  isDone?: boolean;
}

type Show = (state: RedirectsState) => Promise<SiteAnswer>;

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
    return answerTable<JudgedLine>(message, {
      limit: MOST_BYTES,
      show,
      preview: (text) => this.preview(actor, row, text, show),
      apply: (text) => this.apply(actor, row, text, show),
    });
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
    const index = await this.indexes.of(actor, site.organizationId, site.id);
    return readTable(text, index, this.targets);
  }

  private page(
    request: MemberRequest,
    row: SiteRow,
    { problem, status, text, lines, isDone }: RedirectsState,
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
        <TableForms
          action={urls.table}
          text={text}
          placeholder={'source,destination\n/old/start,/guides/start'}
        >
          A line for each redirect, at most {MOST_LINES}: the old address, and the path of the site or the
          address elsewhere that it leads to.
        </TableForms>
        <Columns />
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

/** The meaning of the columns. */
function Columns() {
  return (
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
        Only the first two are needed. An old address that has a redirect gets the new destination; redirects
        that the table does not name stay.
      </p>
    </Section>
  );
}
