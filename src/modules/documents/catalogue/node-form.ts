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
  /** Attributes that are called otherwise than the member they are kept in. */
  members?: Record<string, string>;
}

/** The facts about one type of node that validation, normalising, Markdown, search and translation follow. */
export interface NodeForm {
  /**
   * Rules of members of the data. Members that are not optional are those that readers of the published model cannot do without and nothing could stand
   * in for; the rest of what they expect `normalizeDocument` fills in.
   */
  data?: Record<string, MemberRule>;
  /** Members that readers expect, where something can stand in for them. */
  defaults?: DocumentData;
  /** Its children; a type without is void. `code` is one code block, `items` are blocks of the type `item`. */
  holds?: 'text' | 'blocks' | 'lines' | 'code' | 'items';
  item?: string;
  /** Other content of this container leaves it; containers without put it into an item. */
  refusesOthers?: true;
  /** Name of the one fragment that it has. */
  fragment?: 'caption' | 'body';
  /** Readers meet the headings in it on the way down the page; those in other containers may be out of sight. */
  inOutline?: true;
  /** Members of the data that hold words for readers in their language. */
  words?: readonly string[];
  /** Made of something else, or in another language than people's: translations leave it as it is. */
  isUntranslated?: true;
  tag?: TagForm;
}
