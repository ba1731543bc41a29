import type { ComponentChildren } from 'preact';
import { counted, Hidden, PostForm, Submit } from '#modules/member-pages/index.js';

/** The report shows no more lines of each kind. */
const MOST_SHOWN = 200;

/** A line of a table with what it does, or why it does nothing. */
export interface ReportedLine {
  /** Number of the line in the file, from 1. */
  line: number;
  outcome: 'added' | 'changed' | 'same' | 'refused';
  /** The thing that the line is about. */
  subject: ComponentChildren;
  /** The content of the line about it. */
  content: ComponentChildren;
  /** The reason why it is refused. */
  problem?: string;
}

const KINDS = [
  ['refused', 'Refused'],
  ['added', 'Added'],
  ['changed', 'Changed'],
] as const;

/**
 * The report about a table that somebody brought.
 * @param noun what a line of the table is.
 * @param columns titles of what a line is about, and of what it says about that.
 * @param apply the form that carries it out; absent once it is carried out.
 */
export function CsvReport({
  lines,
  noun,
  columns,
  apply,
}: {
  lines: readonly ReportedLine[];
  noun: string;
  columns: readonly [subject: string, content: string];
  apply?: { action: string; text: string };
}) {
  const of = (outcome: ReportedLine['outcome']) => lines.filter((line) => line.outcome === outcome);
  const [added, changed, same, refused] = (['added', 'changed', 'same', 'refused'] as const).map(
    (outcome) => of(outcome).length,
  ) as [number, number, number, number];
  const wanted = added + changed;
  return (
    <>
      <p>
        {counted(added, noun)} {apply ? 'would be' : added === 1 ? 'is' : 'are'} added, {changed} changed,{' '}
        {same} {same === 1 ? 'stays' : 'stay'} as {same === 1 ? 'it is' : 'they are'}, and{' '}
        {counted(refused, 'line')} {refused === 1 ? 'is' : 'are'} refused.
      </p>
      {apply && wanted > 0 && (
        <PostForm action={apply.action} class="member-actions">
          <Hidden fields={{ table: apply.text }} />
          <Submit
            does="apply"
            label={refused > 0 ? `Do this without the ${counted(refused, 'refused line')}` : 'Do this'}
            kind="primary"
          />
        </PostForm>
      )}
      {apply && wanted === 0 && <p>There is nothing to do.</p>}
      {KINDS.map(([outcome, title]) => (
        <Lines title={title} lines={of(outcome)} columns={columns} />
      ))}
    </>
  );
}

function Lines({
  title,
  lines,
  columns,
}: {
  title: string;
  lines: readonly ReportedLine[];
  columns: readonly [subject: string, content: string];
}) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>
        {title}: {lines.length}
      </h3>
      <div class="member-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{lines[0]?.outcome === 'refused' ? 'Reason' : columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_SHOWN).map(({ line, subject, content, problem }) => (
              <tr>
                <th scope="row">{line}</th>
                <td>{subject}</td>
                <td>{problem ?? content}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MOST_SHOWN && <p>And {lines.length - MOST_SHOWN} more.</p>}
    </>
  );
}
