import { Outcome } from '../outcome.js';

/** Sentences that a page says after a form was carried out, by the name in its address. */
const NOTICES: Record<string, string> = {
  created: 'The change request is open as a draft.',
  described: 'Subject and description are saved.',
  asked: 'The reviewers were asked.',
  withdrawn: 'The request for a review was withdrawn.',
  opened: 'It is ready for review.',
  drafted: 'It is a draft again.',
  archived: 'It is archived.',
  approved: 'You approved it.',
  refused: 'You asked for changes.',
  updated: 'It is up to date with the main content.',
  merged: 'It is merged: the changes are in the main content now.',
  conflicts: 'Both sides changed the same places. Choose for each which text stays.',
  resolved: 'The choice is kept. It counts once you update or merge.',
  edited: 'Your text is in the change request, and it was chosen.',
  commented: 'Your comment is posted.',
  replied: 'Your reply is posted.',
  reacted: 'Your reaction is kept.',
  closed: 'The thread is resolved.',
  reopened: 'The thread is open again.',
  rewritten: 'Your new words are posted.',
  deleted: 'The comment is deleted.',
  unanswered: 'The reply is deleted.',
  applied: 'The suggested wording is in the change request now.',
  restored: 'The version before of the block is in the change request again.',
  viewed: 'The page is marked as viewed.',
  unviewed: 'The page is not marked as viewed any more.',
};

/** A form that was refused, with what was typed into it. */
export interface Problem {
  text: string;
  typed: URLSearchParams;
}

/** The outcome of the last form: its notice, or the reason why it was refused. */
export function FormOutcome({ query, problem }: { query: URLSearchParams; problem?: Problem }) {
  return <Outcome notice={NOTICES[query.get('notice') ?? '']} problem={problem?.text} />;
}

/** True for the form that was refused: its fields have these values. */
export function wasRefused(problem: Problem | undefined, form: Record<string, string>): boolean {
  return Object.entries(form).every(([name, value]) => problem?.typed.get(name) === value);
}

/** The text of a field as it was typed into the form that was refused; `otherwise` in all other forms. */
export function typedIn(
  problem: Problem | undefined,
  form: Record<string, string>,
  field: string,
  otherwise = '',
): string {
  return (wasRefused(problem, form) ? problem?.typed.get(field) : undefined) ?? otherwise;
}
