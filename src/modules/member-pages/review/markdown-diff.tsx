import type { LineChange } from './diff-lines.js';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;
/** Lines of a page that are shown. */
const MOST_LINES = 5000;

/** The changed lines with some unchanged ones around them; of very many, the first. */
export function MarkdownDiff({ changes: all, label }: { changes: readonly LineChange[]; label: string }) {
  const { changes, left } = firstLines(all);
  return (
    <pre class="review-lines" tabIndex={0} role="region" aria-label={label}>
      <code>
        {changes.map((change, at) =>
          change.kind === 'same' ? (
            <SameLines lines={change.lines} isFirst={at === 0} isLast={at === changes.length - 1} />
          ) : (
            change.lines.map((line) => <ChangedLine kind={change.kind} line={line} />)
          ),
        )}
        {left > 0 && <span class="review-line review-line-gap">{`… ${left} more lines that differ\n`}</span>}
      </code>
    </pre>
  );
}

/** The first changes with so many lines at most, and the number of other lines that differ. */
function firstLines(all: readonly LineChange[]): { changes: LineChange[]; left: number } {
  let room = MOST_LINES;
  let left = 0;
  const changes = all.flatMap((change): LineChange[] => {
    if (change.kind === 'same') return room > 0 ? [change] : [];
    const lines = change.lines.slice(0, room);
    room -= lines.length;
    left += change.lines.length - lines.length;
    return lines.length > 0 ? [{ ...change, lines }] : [];
  });
  return { changes, left };
}

function ChangedLine({ kind, line }: { kind: LineChange['kind']; line: string }) {
  const isInserted = kind === 'inserted';
  const Mark = isInserted ? 'ins' : 'del';
  return (
    <Mark class={`review-line review-line-${kind}`}>
      <span class="visually-hidden">{isInserted ? 'Added: ' : 'Deleted: '}</span>
      <span aria-hidden="true">{isInserted ? '+ ' : '− '}</span>
      {`${line}\n`}
    </Mark>
  );
}

function SameLines({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const hidden = lines.length - head - tail;
  const show = (some: string[]) => some.map((line) => <span class="review-line">{`  ${line}\n`}</span>);
  if (hidden < 2) return <>{show(lines)}</>;
  return (
    <>
      {show(lines.slice(0, head))}
      <span class="review-line review-line-gap">{`… ${hidden} unchanged lines\n`}</span>
      {show(tail === 0 ? [] : lines.slice(-tail))}
    </>
  );
}
