/** A time in UTC, to the minute. */
export function MemberTime({ at }: { at: Date }) {
  const text = at.toISOString();
  return <time dateTime={text}>{text.slice(0, 16).replace('T', ' ')}</time>;
}
