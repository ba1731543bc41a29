import { BadRequest } from '#platform/http/errors.js';
import { charactersOfCode, emojiCode } from '#platform/typography/emoji-code.js';

/** One emoji as Unicode recommends it for interchange. The flag is newer than what the compiler lets a literal have. */
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v');
const PRESENTATION = '\ufe0f';

/**
 * Reads a reaction: an emoji as a character or as its code points (`1f44d`, `2764-fe0f`).
 * @returns the code points, which is how reactions are kept and answered; two ways of writing an emoji give the same.
 * @throws BadRequest for anything that is not one emoji.
 */
export function parseEmoji(text: string, field: string): string {
  const bare = (charactersOf(text) ?? text).replaceAll(PRESENTATION, '');
  const [first = '', ...rest] = bare;
  const found = [text, bare, [first, PRESENTATION, ...rest].join('')].find((candidate) =>
    EMOJI.test(candidate),
  );
  if (found === undefined || text.length > 50) {
    throw new BadRequest(
      `${field}: "${text.slice(0, 50)}" is not an emoji; send one, or its code points as "1f44d".`,
    );
  }
  return emojiCode(found);
}

/** The code may say that it is one (`U+1F44D`), and its parts have four digits at least. */
function charactersOf(code: string): string | undefined {
  if (!/^(?:u\+)?[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/i.test(code)) return undefined;
  return charactersOfCode(code.replace(/^u\+/i, ''));
}
