/**
 * Lexemes in the search vector of a page besides its words. Words begin with a letter or digit, so they never equal one
 * of these. With them the index alone answers questions that would else mean reading every page that matches.
 */
export const inOrganization = (id: string): string => `@o:${id}`;
export const inSpace = (id: string): string => `@s:${id}`;
/** A word of the title. */
export const inTitle = (word: string): string => `^${word}`;
/** A word of a heading. */
export const inHeading = (word: string): string => `#${word}`;
/**
 * Places that a query leaves free and the statement fills. The first stands before a word of a title or heading in the index on the marks
 * of pages, which has these by space; where the second is, it is said where the query looks, in one space or the organization.
 */
export const SPACE_PLACE = '\u0001';
export const SCOPE_PLACE = '\u0002';
/** The stem of a word that is not its own stem. */
export const asStem = (stem: string): string => `~${stem}`;

/** A lexeme as it is written in a tsvector or tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
