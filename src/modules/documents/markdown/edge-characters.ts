// Single code units on purpose: that is what the Markdown parser looks at, and half an emoji is no punctuation to it.
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

/** Start, end, blank or punctuation: where emphasis may start and end even beside punctuation. */
export function isEdge(char: string): boolean {
  return !isWordChar(char);
}
