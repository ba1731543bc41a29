import type { ComponentChildren } from 'preact';
import type { LineChange } from './diff-lines.js';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;
/** Lines of a page that are shown. */
const MOST_LINES = 5000;

/**
 * The changed lines with some unchanged ones around them; of very many, the first.
 * @param below buttons and links that stand below changes, by the number of the change.
 */
export function MarkdownDiff({
  changes: all,
  label,
  below = new Map(),
}: {
  changes: readonly LineChange[];
  label: string;
  below?: ReadonlyMap<number, ComponentChildren>;
}) {
  const { changes, left } = firstLines(all);
  const more = left > 0 && (
    <span class="review-line review-line-gap">{`… ${left} more lines that differ\n`}</span>
  );
  const parts = partsOf(changes, below);
  return (
    <div class="review-lines" tabIndex={0} role="region" aria-label={label}>
      {parts.map(({ from, to, children }, at) => (
        <>
          <pre>
            <code>
              {changes.slice(from, to).map((change, index) => (
                <Change change={change} at={from + index} last={changes.length - 1} />
              ))}
              {at === parts.length - 1 && more}
            </code>
          </pre>
          {children !== undefined && <div class="review-hunk member-actions">{children}</div>}
        </>
      ))}
    </div>
  );
}

/** The changes up to each of those that have something below them, and the rest. */
function partsOf(
  changes: readonly LineChange[],
  below: ReadonlyMap<number, ComponentChildren>,
): { from: number; to: number; children?: ComponentChildren }[] {
  const ends = [...below.keys()].filter((at) => at < changes.length).toSorted((one, other) => one - other);
  const parts = ends.map((at, index) => ({
    from: index === 0 ? 0 : ends[index - 1]! + 1,
    to: at + 1,
    children: below.get(at),
  }));
  const from = (ends.at(-1) ?? -1) + 1;
  return from < changes.length || parts.length === 0 ? [...parts, { from, to: changes.length }] : parts;
}

function Change({ change: { kind, lines }, at, last }: { change: LineChange; at: number; last: number }) {
  if (kind === 'same') return <SameLines lines={lines} isFirst={at === 0} isLast={at === last} />;
  return (
    <>
      {lines.map((line) => (
        <ChangedLine kind={kind} line={line} />
      ))}
    </>
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
