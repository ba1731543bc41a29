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

/** The anchor of a block, which links and the outline of a page name. */
export interface AnchorForm {
  /** Source of its title: the text of the block, its fragment of this name, or members of its data. */
  of: 'text' | 'expandable-title' | readonly string[];
  /** Members of which the identifier is made, where they are fewer. */
  id?: readonly string[];
  /** Source of the identifier for blocks without a title. */
  otherwise?: string;
}

/** The facts about one type of node that validation, normalising, Markdown, search, outlines and translation follow. */
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
  /** True for blocks whose parts are compared together, as a line of code or a cell of a table has no meaning alone. */
  isWhole?: true;
  /** True when headings in this block are visible on the page; those in other containers may be folded. */
  inOutline?: true;
  /** Level of a heading. */
  level?: 1 | 2 | 3;
  anchor?: AnchorForm;
  /** Members of the data with words in the language of readers. */
  words?: readonly string[];
  /** Members of the data with text that readers see, and search for; those of `words` by default. */
  texts?: readonly string[];
  /** Member with the text that an inline shows in its line. */
  lineText?: string;
  /** Member with words in place of the title of the target, absent where they only repeat its address. */
  label?: string;
  /** True for content that is not in a human language: translations leave it unchanged. */
  isUntranslated?: true;
  /** True for blocks whose content comes from an OpenAPI specification. */
  isSpecified?: true;
  tag?: TagForm;
}
