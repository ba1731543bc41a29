import {
  BooleanField,
  EnumField,
  JsonField,
  NumberField,
  ObjectField,
  TextField,
} from '#platform/http/fields.js';
import { type ContentRef, ContentRefField, type PageLayout } from '#modules/documents/index.js';

/** The parts of a page that readers see. */
export class PageLayoutInput implements PageLayout {
  @EnumField(['default', 'wide'], { optional: true })
  width?: 'default' | 'wide';

  @BooleanField({ optional: true })
  cover?: boolean;

  @EnumField(['hero', 'full'], {
    optional: true,
    description: '`hero` keeps the cover within the column of text, `full` draws it across the page.',
  })
  coverSize?: 'hero' | 'full';

  @BooleanField({ optional: true })
  title?: boolean;

  @BooleanField({ optional: true })
  description?: boolean;

  @BooleanField({ optional: true })
  tableOfContents?: boolean;

  @BooleanField({ optional: true })
  outline?: boolean;

  @BooleanField({ optional: true })
  pagination?: boolean;

  @BooleanField({ optional: true })
  metadata?: boolean;
}

/** The picture above a page. */
export class PageCoverInput {
  @ContentRefField({ description: 'A file of the space, or an address.' })
  ref: ContentRef;

  @ContentRefField({ optional: true, description: 'The picture for the dark theme.' })
  refDark?: ContentRef;

  @NumberField({
    optional: true,
    min: -1000,
    max: 1000,
    default: 0,
    description: 'The part of the picture that readers see, from its middle.',
  })
  yPos?: number;

  @NumberField({ optional: true, min: 10, max: 700, description: 'In pixels.' })
  height?: number;
}

/** A tag on a page. */
export class PageTagInput {
  @ContentRefField({
    description: 'A tag of the space, by its slug: `{ "kind": "tag", "tag": "new" }`.',
  })
  tag: ContentRef;

  @BooleanField({
    optional: true,
    description: 'True for the tag that is shown where there is room for one.',
  })
  primary?: boolean;
}

/** The fields that a change sets; absent ones stay. */
export class PageFieldsInput {
  @TextField({ optional: true, min: 1, max: 300 })
  title?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Made unique among the siblings; made from the title when absent.',
  })
  slug?: string;

  @TextField({ optional: true, nullable: true, max: 50 })
  emoji?: string | null;

  @TextField({ optional: true, nullable: true, max: 50 })
  icon?: string | null;

  @TextField({ optional: true, nullable: true, max: 1000 })
  description?: string | null;

  @BooleanField({ optional: true })
  hidden?: boolean;

  @BooleanField({ optional: true })
  noIndex?: boolean;

  @BooleanField({ optional: true })
  noRobotsIndex?: boolean;

  @TextField({ optional: true, nullable: true, max: 1024 })
  condition?: string | null;

  @ObjectField(() => PageLayoutInput, {
    optional: true,
    nullable: true,
    description: 'Parts of the layout; others stay. Null is the layout of pages that set none.',
  })
  layout?: PageLayoutInput | null;

  @ObjectField(() => PageCoverInput, {
    optional: true,
    nullable: true,
    description: 'Replaces the cover; null removes it.',
  })
  cover?: PageCoverInput | null;

  /** Checked together with the variables of front matter, by `patchVariables`. */
  @JsonField({
    optional: true,
    nullable: true,
    description: 'Variables of the page by name; null as a value removes one, null removes all, others stay.',
  })
  variables?: Record<string, unknown> | null;

  @ObjectField(() => PageTagInput, {
    optional: true,
    nullable: true,
    array: { max: 20 },
    description: 'The tags of the page, of type document, instead of those before; null removes all.',
  })
  tags?: PageTagInput[] | null;
}
