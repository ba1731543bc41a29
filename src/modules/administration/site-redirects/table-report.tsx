import type { RedirectPreview } from '#modules/sites/index.js';
import type { ReportedLine } from '../csv-report.js';
import type { RedirectLine } from './redirect-table.js';

/** A line with its outcome. */
export interface JudgedLine extends RedirectLine {
  outcome: ReportedLine['outcome'];
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

/** The line as the report about the table shows it. */
export function reported({ line, outcome, source, destination, problem }: JudgedLine): ReportedLine {
  return {
    line,
    outcome,
    subject: <code dir="ltr">{source}</code>,
    content: <code dir="ltr">{destination}</code>,
    problem,
  };
}
