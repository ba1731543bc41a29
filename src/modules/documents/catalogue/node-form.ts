import type { DocumentData } from '../document.types.js';
import type { MemberRule } from './member-rules.js';

/** Type that an attribute of a tag has in the data of its block. */
export type FieldType = 'string' | 'boolean' | 'number' | 'length' | 'list' | 'json';

/** A block as `{% name … %}`. */
export interface TagForm {
  name: string;
  /** `pair`: needs its end tag. `optional`: may stand alone. `void`: never has an end tag. */
  shape: 'pair' | 'optional' | 'void';
  /** Attributes that the block keeps in `data` under the same name. */
  fields?: Record<string, FieldType>;
  /** Attributes whose member in the data has another name. */
  members?: Record<string, string>;
}

/** The facts about one type of node that validation, normalising, Markdown, search and translation follow. */
export interface NodeForm {
  /**
   * Rules of members of the data. A member is required when readers of the published model need it and no default can
   * replace it; `normalizeDocument` fills in the others that readers expect.
   */
  data?: Record<string, MemberRule>;
  /** Defaults of members that readers expect. */
  defaults?: DocumentData;
  /** Kind of children; a type without is void. `code` is one code block, `items` are blocks of the type `item`. */
  holds?: 'text' | 'blocks' | 'lines' | 'code' | 'items';
  item?: string;
  /** True when foreign content moves out of this container; in other containers it moves into an item. */
  refusesOthers?: true;
  /** Name of the only fragment. */
  fragment?: 'caption' | 'body';
  /** True when headings in this block are visible on the page; those in other containers may be folded. */
  inOutline?: true;
  /** Members of the data with words in the language of readers. */
  words?: readonly string[];
  /** True for content that is not in a human language: translations leave it unchanged. */
  isUntranslated?: true;
  tag?: TagForm;
}
