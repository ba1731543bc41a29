/** The beginning of a text in one line, of at most so many characters. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  if (characters.length <= most) return characters.join('');
  return `${characters.slice(0, most).join('').trimEnd()}…`;
}
