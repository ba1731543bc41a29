/** Characters with which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * A line of CSV (RFC 4180) with its end. A cell that a spreadsheet would take for a formula begins with an apostrophe, so that a name
 * such as `=HYPERLINK(…)` stays a text.
 */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = FORMULA.test(cell) ? `'${cell}` : cell;
    return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(',')}\r\n`;
}
