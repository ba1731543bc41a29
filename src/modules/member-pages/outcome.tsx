/** The outcome of the last form: the reason why it was refused, or else what was done; nothing without either. */
export function Outcome({ notice, problem }: { notice?: string; problem?: string }) {
  if (problem !== undefined)
    return (
      <p class="member-problem review-outcome" role="alert">
        {problem}
      </p>
    );
  if (notice === undefined) return null;
  return (
    <p class="review-notice review-outcome" role="status">
      {notice}
    </p>
  );
}
