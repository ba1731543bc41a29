import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { Empty } from '../fields.js';
import { MoreLink } from '../more-link.js';
import { Outcome } from '../outcome.js';
import { NewTranslation } from './new-translation.js';
import {
  nameOf,
  providerOf,
  PseudoWarning,
  Result,
  RunForm,
  RunOutcome,
  RunTime,
  statusOf,
} from './translation-parts.js';
import type { TranslationListView, TranslationRowView } from './translation-page.types.js';

const COLUMNS = ['Translation', 'Status', 'Translated space', 'Latest run (UTC)', 'Outcome', 'Run'];

/** Translations of an organization, and a form for a new one. */
export function translationList(base: string, view: TranslationListView): ShownPage {
  const { organization, rows, more, isPseudo, choices, problem, notice } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/translations`;
  return shownPage(
    { title: 'Translations', organizationId: organization.id },
    <>
      <Outcome problem={problem?.text} notice={notice} />
      <p>
        <a href={`${here}/glossary`}>Glossary</a>: what things are called in each language.
      </p>
      {isPseudo && <PseudoWarning />}
      {rows.length === 0 ? (
        <Empty>
          <p>There are no translations of spaces that you see.</p>
          <p>
            {choices.length > 0
              ? 'A translation makes a space in another language and keeps it up to date; choose a space below.'
              : 'People with the role “create” or a stronger one on a space make them.'}
          </p>
        </Empty>
      ) : (
        <MemberTable title="Translations" columns={COLUMNS}>
          {rows.map((row) => (
            <Row base={base} here={here} row={row} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={more} what="More translations" />
      {choices.length > 0 && <NewTranslation action={here} view={view} />}
    </>,
  );
}

function Row({ base, here, row }: { base: string; here: string; row: TranslationRowView }) {
  const { view, source, result, latest, canRun } = row;
  const { id, sourceLanguage, language } = view.translation;
  const page = `${here}/${encodeURIComponent(id)}`;
  return (
    <tr>
      <th scope="row">
        <a href={page}>
          <bdi>{source.title}</bdi> → {nameOf(language)}
        </a>
        <p class="member-hint">
          from {nameOf(sourceLanguage)}, by {providerOf(view)}
        </p>
      </th>
      <td>{statusOf(row)}</td>
      <td>
        <Result base={base} result={result} />
      </td>
      <td>{latest ? <RunTime run={latest} /> : 'Long ago'}</td>
      <td>{latest ? <RunOutcome run={latest} /> : '–'}</td>
      <td>
        {canRun ? <RunForm action={page} what={`${source.title} → ${nameOf(language)}`} /> : 'Not by you'}
      </td>
    </tr>
  );
}
