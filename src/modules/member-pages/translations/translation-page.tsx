import { counted } from '../counted.js';
import type { RunTrigger, TranslationRun } from '#modules/translations/index.js';
import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MoreLink } from '../more-link.js';
import { Outcome } from '../outcome.js';
import {
  nameOf,
  providerOf,
  PseudoWarning,
  Result,
  RunForm,
  RunOutcome,
  RunTime,
  SpaceLink,
  statusOf,
} from './translation-parts.js';
import { TranslationSettings } from './translation-settings.js';
import type { TranslationPageView, TranslationRowView } from './translation-page.types.js';

const REASONS: Record<RunTrigger, string> = {
  created: 'It was new',
  asked: 'Somebody asked for it',
  instructions: 'Other instructions',
  automatic: 'New content',
};

/** One translation: how it is getting on, and what its runs did, left and kept. */
export function translationPage(base: string, view: TranslationPageView): ShownPage {
  const { organization, row, runs, more, problem, notice } = view;
  const list = `${base}/app/o/${encodeURIComponent(organization.id)}/translations`;
  const here = `${list}/${encodeURIComponent(row.view.translation.id)}`;
  const title = `${row.source.title} → ${nameOf(row.view.translation.language)}`;
  return shownPage(
    { title, organizationId: organization.id, breadcrumbs: [{ href: list, title: 'Translations' }] },
    <>
      <Outcome problem={problem?.text} notice={notice} />
      <LastError row={row} />
      {row.view.provider === 'pseudo' && <PseudoWarning />}
      <Facts base={base} row={row} />
      {row.canRun ? (
        <RunForm action={here} what={title} />
      ) : (
        <p>People with the role “create” or a stronger one on the space can run it.</p>
      )}
      {runs.length === 0 ? (
        <p>Its runs were long ago.</p>
      ) : (
        <MemberTable title="Runs" columns={['When (UTC)', 'Why', 'Status', 'Outcome']}>
          {runs.map((run) => (
            <Run base={base} row={row} run={run} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={more} what="Older runs" />
      {row.canRun && <TranslationSettings base={base} here={here} view={view} />}
    </>,
  );
}

/** The reason why the newest run failed. */
function LastError({ row: { latest } }: { row: TranslationRowView }) {
  if (latest?.status !== 'failed' || latest.error === null) return null;
  return (
    <section>
      <h2>Why the latest run failed</h2>
      <p class="member-problem">{latest.error}</p>
    </section>
  );
}

function Facts({ base, row }: { base: string; row: TranslationRowView }) {
  const { view, source, result } = row;
  const { sourceLanguage, automatic, onSites, stats } = view.translation;
  return (
    <dl class="member-facts">
      <dt>Source</dt>
      <dd>
        <SpaceLink base={base} space={source} />, {nameOf(sourceLanguage)}
      </dd>
      <dt>Translated space</dt>
      <dd>
        <Result base={base} result={result} />
      </dd>
      <dt>Status</dt>
      <dd>{statusOf(row)}</dd>
      <dt>Translated by</dt>
      <dd>{providerOf(view)}</dd>
      <dt>Runs by itself</dt>
      <dd>{automatic ? 'When the source has new content' : 'No'}</dd>
      <dt>On sites</dt>
      <dd>{onSites ? 'Beside its source' : 'At the place that an editor chooses'}</dd>
      <dt>In all</dt>
      <dd>
        {counted(stats.runs, 'run')}, {counted(stats.totalPages, 'page')}, {counted(stats.totalWords, 'word')}{' '}
        translated
      </dd>
    </dl>
  );
}

function Run({ base, row, run }: { base: string; row: TranslationRowView; run: TranslationRun }) {
  return (
    <tr>
      <th scope="row">
        <RunTime run={run} />
      </th>
      <td>{REASONS[run.trigger]}</td>
      <td>{run.status}</td>
      <td>
        <RunOutcome run={run} />
        {run.report && <Left base={base} row={row} report={run.report} />}
        {run.report && <Kept base={base} row={row} report={run.report} />}
      </td>
    </tr>
  );
}

interface ReportProps {
  base: string;
  row: TranslationRowView;
  report: NonNullable<TranslationRun['report']>;
}

function Left({ base, row, report: { left, untranslated } }: ReportProps) {
  if (left.length === 0) return null;
  return (
    <details>
      <summary>Left in {nameOf(row.view.translation.sourceLanguage)}</summary>
      <ul>
        {left.map(({ page, title, text }) => (
          <li>
            <PageLink base={base} row={row} page={page} title={title} />
            <q dir="auto">{text}</q>
          </li>
        ))}
      </ul>
      {untranslated > left.length && <p class="member-hint">And {untranslated - left.length} more.</p>}
    </details>
  );
}

function Kept({ base, row, report: { keptChanges, kept } }: ReportProps) {
  if (keptChanges.length === 0) return null;
  return (
    <details>
      <summary>Kept as written by hand</summary>
      <ul>
        {keptChanges.map(({ kind, page, title }) => (
          <li>
            <PageLink base={base} row={row} page={page} title={title} />
            {kind.replace('-', ' ')}
          </li>
        ))}
      </ul>
      {kept > keptChanges.length && <p class="member-hint">And {kept - keptChanges.length} more.</p>}
    </details>
  );
}

/** The page of the translated space, which is where something can be done about it. */
function PageLink({
  base,
  row,
  page,
  title,
}: Omit<ReportProps, 'report'> & { page?: string; title?: string }) {
  if (title === undefined) return null;
  const { result, source } = row;
  const space = result === null || result === 'hidden' ? source : result;
  const href = `${base}/app/s/${encodeURIComponent(space.id)}/~/pages/${encodeURIComponent(page ?? '')}`;
  return (
    <>
      {page === undefined ? (
        <bdi>{title}</bdi>
      ) : (
        <a href={href} dir="auto">
          {title}
        </a>
      )}
      {': '}
    </>
  );
}
