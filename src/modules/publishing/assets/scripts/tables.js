// Tables that are sorted by a column and searched by a word.
import { all, element, fill, loadWords } from './dom.js';

const collator = new Intl.Collator(document.documentElement.lang || 'en', {
  numeric: true,
  sensitivity: 'base',
});
const textOf = (row, column) => row.cells[column]?.textContent.trim() ?? '';
/** Numbers with units and separators as writers type them: 1,200 ms, $5, 12 %. */
const NUMBER = /^[^\p{L}\d-]*(-?\d[\d\s.,']*)\s*\S{0,4}$/u;

function numberOf(text) {
  const digits = NUMBER.exec(text)?.[1]?.replace(/[\s']/g, '');
  if (digits === undefined) return NaN;
  return Number(
    /,\d{3}(\D|$)/.test(digits) || digits.includes('.')
      ? digits.replaceAll(',', '')
      : digits.replace(',', '.'),
  );
}

/** Empty cells come last in either order. */
function compareBy(column, rows) {
  const texts = rows.map((row) => textOf(row, column)).filter(Boolean);
  const isNumeric = texts.length > 0 && texts.every((text) => !Number.isNaN(numberOf(text)));
  return (a, b) => (isNumeric ? numberOf(a) - numberOf(b) : collator.compare(a, b));
}

function sort(table, header, original) {
  const column = header.cellIndex;
  const state = header.getAttribute('aria-sort');
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[state ?? 'none'];
  for (const other of all('th[aria-sort]', table)) other.removeAttribute('aria-sort');
  if (next !== 'none') header.setAttribute('aria-sort', next);
  const rows = [...original];
  if (next !== 'none') {
    const compare = compareBy(column, rows);
    const sign = next === 'ascending' ? 1 : -1;
    rows.sort((a, b) => {
      const [left, right] = [textOf(a, column), textOf(b, column)];
      if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
      return sign * compare(left, right);
    });
  }
  table.tBodies[0].append(...rows);
}

function addSorting(table, words) {
  const original = [...table.tBodies[0].rows];
  for (const header of all('thead th', table)) {
    const title = header.textContent.trim();
    if (title === '') continue;
    const button = element(
      'button',
      {
        type: 'button',
        class: 'sort',
        title: fill(words.sortBy, { column: title }),
        onclick: () => sort(table, header, original),
      },
      ...header.childNodes,
    );
    header.replaceChildren(button);
  }
}

function addFilter(tools, table, words) {
  const rows = [...table.tBodies[0].rows];
  const count = element('span', { class: 'table-count', role: 'status' });
  const fold = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const apply = (event) => {
    const wanted = fold(event.target.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = fold(row.textContent);
      row.hidden = !wanted.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    count.textContent = wanted.length === 0 ? '' : fill(words.filterRows, { shown, total: rows.length });
  };
  const input = element('input', {
    type: 'search',
    class: 'table-filter',
    'aria-label': words.filterTable,
    placeholder: words.filterTable,
    oninput: apply,
  });
  tools.replaceChildren(input, count);
}

export async function refresh() {
  const words = await loadWords();
  for (const box of all('[data-table]:not([data-ready])')) {
    box.dataset.ready = '';
    const table = box.querySelector('table');
    const tools = box.previousElementSibling;
    if (tools?.matches('[data-table-tools]')) addFilter(tools, table, words);
    addSorting(table, words);
  }
}
