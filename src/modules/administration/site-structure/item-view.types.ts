import type { FormState } from '#modules/member-pages/index.js';
import type { SiteRow, StructureItem, StructureView } from '#modules/sites/index.js';
import type { AddingChoices } from './structure-adding.js';
import type { StructureNode } from './structure-nodes.js';

/** A part of a structure, with all that its page shows. */
export interface ItemProps {
  /** Path of PUBLIC_URL. */
  base: string;
  /** Address of the page. */
  here: string;
  row: SiteRow;
  item: StructureItem;
  node: StructureNode;
  view: StructureView;
  choices: AddingChoices;
  /** Redirects, drafts included, that lead into the part. */
  redirects: number;
  state: FormState;
}
