/**
 * The translations in a model's answer: the requested JSON, also between fences or after reasoning. Null for a text
 * without a translation; undefined for an answer that is not such JSON.
 */
export function readTranslations(content: string, count: number): (string | null)[] | undefined {
  const answer = parse(content);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { translations = answer } = answer as { translations?: unknown };
  if (typeof translations !== 'object' || translations === null) return undefined;
  if (Array.isArray(translations) && translations.length !== count) return undefined;
  const byNumber = new Map(
    Object.entries(translations).map(([number, text]) => [
      // A list of as many says which is which too, from nought.
      Array.isArray(translations) ? Number(number) + 1 : Number(number),
      text as unknown,
    ]),
  );
  const found = Array.from({ length: count }, (_, at) => {
    const text = byNumber.get(at + 1);
    return typeof text === 'string' ? text : null;
  });
  return found.every((text) => text === null) ? undefined : found;
}

function parse(content: string): unknown {
  const spoken = withoutThoughts(content);
  const inside = spoken.slice(spoken.indexOf('{'), spoken.lastIndexOf('}') + 1);
  for (const json of [withoutFences(spoken), inside]) {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      // The next one may be.
    }
  }
  return undefined;
}

/** Searched for from left to right, each part once: models that lose the thread repeat themselves for very long. */
function withoutThoughts(content: string): string {
  let spoken = '';
  let from = 0;
  for (;;) {
    const begin = content.indexOf('<think>', from);
    const end = begin < 0 ? -1 : content.indexOf('</think>', begin);
    if (end < 0) return (spoken + content.slice(from)).trim();
    spoken += content.slice(from, begin);
    from = end + '</think>'.length;
  }
}

function withoutFences(spoken: string): string {
  if (!spoken.startsWith('```') || !spoken.endsWith('```') || spoken.length < 6) return spoken;
  return spoken.slice(3, -3).replace(/^\w*/, '');
}
