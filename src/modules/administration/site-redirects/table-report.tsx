import { Hidden, PostForm, Submit } from '#modules/member-pages/index.js';
import type { RedirectPreview } from '#modules/sites/index.js';
import { counted } from '../sites/site-words.js';
import type { RedirectLine } from './redirect-table.js';

/** The report shows no more lines of each kind. */
const MOST_SHOWN = 200;

/** A line with its outcome. */
export interface JudgedLine extends RedirectLine {
  outcome: 'added' | 'changed' | 'same' | 'refused';
}

/** The lines with their outcomes. @param previews one for each line that has a body, in their order. */
export function judged(lines: readonly RedirectLine[], previews: readonly RedirectPreview[]): JudgedLine[] {
  const outcomes = previews.values();
  return lines.map((line) => {
    if (!line.body) return { ...line, outcome: 'refused' };
    const preview = outcomes.next().value;
    if (!preview || preview.status === 'error')
      return { ...line, problem: preview?.error, outcome: 'refused' };
    if (preview.status === 'created') return { ...line, outcome: 'added' };
    return { ...line, outcome: preview.isSame ? 'same' : 'changed' };
  });
}

const KINDS = [
  ['refused', 'Refused'],
  ['added', 'Added'],
  ['changed', 'Changed'],
] as const;

/**
 * The report about a table of redirects.
 * @param apply the form that carries it out; absent once it is carried out.
 */
export function TableReport({
  lines,
  apply,
}: {
  lines: readonly JudgedLine[];
  apply?: { action: string; text: string };
}) {
  const of = (outcome: JudgedLine['outcome']) => lines.filter((line) => line.outcome === outcome);
  const [added, changed, same, refused] = (['added', 'changed', 'same', 'refused'] as const).map(
    (outcome) => of(outcome).length,
  ) as [number, number, number, number];
  const wanted = added + changed;
  return (
    <>
      <p>
        {counted(added, 'redirect')} {apply ? 'would be' : added === 1 ? 'is' : 'are'} added, {changed}{' '}
        changed, {same} {same === 1 ? 'stays' : 'stay'} as {same === 1 ? 'it is' : 'they are'}, and{' '}
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
        <Lines title={title} lines={of(outcome)} />
      ))}
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly JudgedLine[] }) {
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
              <th scope="col">Old address</th>
              <th scope="col">{lines[0]?.outcome === 'refused' ? 'Reason' : 'Leads to'}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_SHOWN).map(({ line, source, destination, problem }) => (
              <tr>
                <th scope="row">{line}</th>
                <td>
                  <code dir="ltr">{source}</code>
                </td>
                <td>{problem ?? <code dir="ltr">{destination}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MOST_SHOWN && <p>And {lines.length - MOST_SHOWN} more.</p>}
    </>
  );
}
