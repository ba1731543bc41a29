import { type ShownPage, shownPage } from '../shell/shown-page.js';
import { MemberTable } from '../member-table.js';
import { MoreLink } from '../more-link.js';
import { NewTranslation } from './new-translation.js';
import {
  nameOf,
  Problem,
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
  const { organization, rows, more, isPseudo, choices, problem } = view;
  const here = `${base}/app/o/${encodeURIComponent(organization.id)}/translations`;
  return shownPage(
    { title: 'Translations', organizationId: organization.id },
    <>
      <Problem text={problem?.text} />
      {isPseudo && <PseudoWarning />}
      {rows.length === 0 ? (
        <p>There are no translations of spaces that you see.</p>
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
