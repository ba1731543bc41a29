import { OverBudget } from '#platform/compute/over-budget.js';
import { DomainError } from '#platform/http/errors.js';
import { DocumentSize, sizeProblem } from '../document-limits.js';
import type { JSONDocument } from '../document.types.js';

/** A text makes a document beyond the limits, or takes too much time or memory to read. */
export class TextTooLarge extends DomainError {
  /** @param problem predicate of a sentence whose subject is the text. */
  constructor(readonly problem: string) {
    super(400, `The text ${problem}.`);
  }
}

/**
 * Reads a text if its document is within the limits.
 * @throws TextTooLarge
 */
export async function readWithinLimits<T extends { document: JSONDocument }>(
  markdown: string,
  read: () => Promise<T>,
): Promise<T> {
  refuse(linesProblem(markdown));
  try {
    const parsed = await read();
    refuse(sizeProblem(parsed.document));
    return parsed;
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    throw new TextTooLarge('takes too much time or memory to be read; split it into several pages');
  }
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new TextTooLarge(problem);
}

const HEADING = /^ {0,3}#{1,6}[ \t]/;
const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** Beginnings of lines that start no paragraph: tags, mathematics, and lines that belong to the one above. */
const NO_PARAGRAPH = /^(?:\{%|<|\$\$|[-=:|[])/;
const FENCE = /^(?:`{3,}|~{3,})/;

/**
 * Finds the limit that a text exceeds by the beginnings of its lines alone. That takes milliseconds, while parsing a
 * million characters of short items takes a minute. Each counted line becomes at least one block, as does each line of
 * fenced code.
 */
export function linesProblem(markdown: string, size = new DocumentSize()): string | undefined {
  let fence: string | undefined;
  let isAfterBlank = true;
  for (let start = 0, end: number; start < markdown.length; start = end + 1) {
    end = markdown.indexOf('\n', start);
    if (end === -1) end = markdown.length;
    const line = markdown.slice(start, end);
    const text = line.trim();
    const isClosing = fence !== undefined && text.startsWith(fence) && new Set(text).size === 1;
    const isParagraph = isAfterBlank && text !== '' && !NO_PARAGRAPH.test(text);
    const isBlock = !isClosing && (fence !== undefined || ITEM.test(text) || isParagraph);
    const isHeading = fence === undefined && HEADING.test(line);
    isAfterBlank = text === '';
    if (isClosing) fence = undefined;
    else fence ??= FENCE.exec(text)?.[0];
    if (!isBlock && !isHeading) continue;
    const problem = size.element('block', isHeading ? 'heading-1' : 'paragraph', {});
    if (problem !== undefined) return problem;
  }
  return undefined;
}
