/** The beginning of a text, of so many characters at most; none is cut in two. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
