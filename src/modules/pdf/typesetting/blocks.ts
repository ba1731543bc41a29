import type { DocumentNode } from '#modules/documents/index.js';
import { type BlockRenderers, rawBlock, rendererOf } from '#modules/rendering/index.js';
import { code, prompt } from './blocks-code.js';
import {
  columns,
  condition,
  expandable,
  reusableContent,
  stepper,
  tabs,
  updates,
} from './blocks-containers.js';
import { contentRef, drawing, embed, file, integration, loneBlock, openApi } from './blocks-reference.js';
import { table } from './blocks-table.js';
import {
  blockquote,
  divider,
  heading,
  hint,
  math,
  orderedList,
  paragraph,
  source,
  taskList,
  unorderedList,
} from './blocks-text.js';
import type { Content } from './code.js';
import { figure, pictures } from './pictures.js';
import { htmlBlocks } from './html.js';
import type { TypesettingState } from './typesetting-state.js';

/** Parents set their own parts; a part that stands alone is still shown. */
const TYPESETTERS: BlockRenderers<TypesettingState, Content> = {
  paragraph,
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': orderedList,
  'list-unordered': unorderedList,
  'list-tasks': taskList,
  'list-item': loneBlock,
  divider,
  blockquote,
  hint,
  code,
  'code-line': loneBlock,
  prompt,
  math,
  images: pictures,
  image: figure,
  file,
  drawing,
  embed,
  'content-ref': contentRef,
  tabs,
  'tabs-item': loneBlock,
  expandable,
  stepper,
  'stepper-step': loneBlock,
  columns,
  column: loneBlock,
  table,
  swagger: openApi,
  'openapi-operation': openApi,
  'openapi-schemas': openApi,
  'openapi-webhook': openApi,
  integration,
  'reusable-content': reusableContent,
  if: condition,
  updates,
  update: loneBlock,
};

/** Blocks in order. Text or inlines between blocks are set as they are. */
export function typesetBlocks(nodes: readonly DocumentNode[], state: TypesettingState): Content {
  return nodes.flatMap((node) => {
    if (node.object !== 'block' && node.object !== undefined) return state.inlines([node]);
    const raw = rawBlock(node);
    if (raw) return raw.kind === 'html' ? htmlBlocks(raw.source, state) : source(raw.source);
    return (rendererOf(TYPESETTERS, node) ?? loneBlock)(node, state);
  });
}
