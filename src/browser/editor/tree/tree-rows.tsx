import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TreeController } from './tree-controller.js';
import { pageOfRow, Row, rowId } from './tree-row.js';
import { drawnParts, isLongTree, type RowRange, rowsBetween, rowTops } from './tree-window.js';

/** The rows of the tree: all of them, or those near the visible part of a long tree with space in place of the others. */
export function TreeRows({ controller, current }: { controller: TreeController; current: string }) {
  const { rows } = controller;
  const list = useRef<HTMLUListElement>(null);
  const tops = useMemo(() => rowTops(rows), [rows]);
  const range = useVisibleRange(list, tops, isLongTree(rows));
  const kept = controller.keptRows();
  return (
    <ul
      ref={list}
      class="tree"
      role="tree"
      aria-label="Pages"
      onFocusIn={({ target }) => controller.noteFocus(pageOfRow(target))}
      onDragStart={({ target }) => controller.noteDrag(pageOfRow(target))}
      onDragEnd={() => controller.noteDrag(null)}
    >
      {drawnParts(tops, range, kept).map((part) => {
        if ('space' in part)
          return (
            <li
              key={`before ${part.before}`}
              class="page-tree-gap"
              role="none"
              style={`--rows:${part.space}`}
            />
          );
        const row = rows[part.at]!;
        return (
          <Row
            key={row.page.id}
            row={row}
            isCurrent={row.page.id === current}
            isFocusable={controller.isFocusable(row, part.at)}
            isRenamed={row.page.id === controller.renamed}
            icon={controller.iconOf(row.page)}
            on={controller}
          />
        );
      })}
    </ul>
  );
}

/** The rows to draw. They follow the scrolling of the tree, and its size. */
function useVisibleRange(
  list: { current: HTMLUListElement | null },
  tops: Float64Array,
  isLong: boolean,
): RowRange {
  const all = { from: 0, to: tops.length - 1 };
  const [range, setRange] = useState<RowRange>(() => rowsBetween(tops, 0, 0));
  const look = useRef(() => {});
  look.current = () => {
    const { top, height } = list.current!.getBoundingClientRect();
    if (!isLong || height === 0) return;
    const row = height / tops.at(-1)!;
    const next = rowsBetween(tops, -top / row, (innerHeight - top) / row);
    if (next.from !== range.from || next.to !== range.to) setRange(next);
  };
  useLayoutEffect(() => look.current());
  useLayoutEffect(() => {
    const follow = () => look.current();
    const sizes = new ResizeObserver(follow);
    sizes.observe(list.current!);
    addEventListener('resize', follow);
    // The column scrolls in wide windows, and the drawer around it in narrow ones; scroll events do not bubble.
    const sidebar = document.getElementById('bdy-sidebar');
    sidebar?.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('resize', follow);
      sidebar?.removeEventListener('scroll', follow, { capture: true });
    };
  }, []);
  return isLong ? range : all;
}

/** Scrolls the column, or the drawer, so that the row is in the middle unless it is visible already. */
export function scrollToRow(page: string): void {
  const row = document.getElementById(rowId(page));
  let scroller = row?.parentElement;
  while (scroller && scroller.id !== 'bdy-sidebar' && !canScroll(scroller)) scroller = scroller.parentElement;
  if (!row || !scroller || !canScroll(scroller)) return;
  const [at, frame] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const bottom = Math.min(frame.bottom, innerHeight);
  if (at.top >= frame.top && at.bottom <= bottom) return;
  scroller.scrollTop += at.top - (frame.top + bottom - at.height) / 2;
}

function canScroll(element: Element): boolean {
  return element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY !== 'visible';
}
