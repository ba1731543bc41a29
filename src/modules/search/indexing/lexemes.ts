/**
 * Lexemes that the search vector of a page contains besides its words, so that the index alone can select pages by them. They
 * begin with a sign, and words with a letter or digit, so the two are never equal.
 */
export const organizationLexeme = (id: string): string => `@o:${id}`;
export const spaceLexeme = (id: string): string => `@s:${id}`;
/** A word of the title. */
export const titleLexeme = (word: string): string => `^${word}`;
/** A word of a heading. */
export const headingLexeme = (word: string): string => `#${word}`;
/**
 * Placeholders in a query, which the SQL statement replaces: the first by the space before a word of a title or heading (the index on
 * the marks of pages holds these words by space), the second by the condition that limits the query to a space or the organization.
 */
export const SPACE_PLACEHOLDER = '\u0001';
export const SCOPE_PLACEHOLDER = '\u0002';
/** The stem of a word that is not its own stem. */
export const stemLexeme = (stem: string): string => `~${stem}`;

/** A lexeme as it is written in a tsvector or tsquery. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
