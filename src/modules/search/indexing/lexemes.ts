/**
 * What stands in the search vector of a page besides its words. Words begin with a letter or digit, so none of these can
 * be met by chance. They answer from the index alone what would else mean reading every page that matches.
 */
export const inOrganization = (id: string): string => `@o:${id}`;
export const inSpace = (id: string): string => `@s:${id}`;
/** A word of the title. */
export const inTitle = (word: string): string => `^${word}`;
/** A word of a heading. */
export const inHeading = (word: string): string => `#${word}`;
/**
 * What the index on the marks of pages has before each word of a title or heading: the space, so that it is a short list. A query
 * leaves the place free, and the statement writes in the spaces one after the other.
 */
export const SPACE_PLACE = '\u0001';
/** The stem of a word that is not its own stem. */
export const asStem = (stem: string): string => `~${stem}`;

/** A lexeme as it is written in a tsvector or tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
