// Marks the section being read in the outline.
import { all, root } from './dom.js';

let headings = [];
let byId = new Map();
let current;
let isWaiting = false;

function update() {
  if (headings.length === 0) return;
  const line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 24;
  const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0;
  const passed = headings.filter(
    (heading) => heading.offsetParent && heading.getBoundingClientRect().top <= line,
  );
  const next =
    (isAtEnd
      ? headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight)
      : passed.at(-1)) ?? headings[0];
  if (next === current) return;
  for (const link of [...byId.values()].flat()) link.removeAttribute('aria-current');
  for (const link of byId.get(next.id)) {
    link.setAttribute('aria-current', 'true');
    const box = link.closest('.outline-inner');
    if (!box) continue;
    const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 40 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
  }
  current = next;
}

function soon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    update();
  });
}

export function listen() {
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
}

export function refresh() {
  byId = new Map();
  for (const link of all('.outline-list a')) {
    const id = decodeURIComponent(link.hash.slice(1));
    byId.set(id, [...(byId.get(id) ?? []), link]);
  }
  headings = [...byId.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  current = undefined;
  update();
}
