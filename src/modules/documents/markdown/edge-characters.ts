// Single code units, because the Markdown parser looks at these, and it does not take half an emoji for punctuation.
export function firstChar(text: string): string {
  return text.charAt(0);
}

export function lastChar(text: string): string {
  return text.charAt(text.length - 1);
}

export function isSpace(char: string): boolean {
  return char === '' || /\s/.test(char);
}

export function isWordChar(char: string): boolean {
  return char !== '' && !/[\s\p{P}\p{S}]/u.test(char);
}

/** True for the start, the end, a blank or punctuation, beside which emphasis may start and end. */
export function isEdge(char: string): boolean {
  return !isWordChar(char);
}
