import type { ElementContent } from 'hast';
import type { DocumentNode } from '#modules/documents/index.js';
import { code, prompt } from './code.js';
import { columns, condition, expandable, reusableContent, stepper, tabs, updates } from './containers.js';
import { contentRef, drawing, embed, file, html, integration, loneBlock, openApi } from './reference.js';
import { table } from './table.js';
import {
  blockquote,
  divider,
  heading,
  hint,
  math,
  orderedList,
  paragraph,
  taskList,
  unorderedList,
} from './text.js';
import { type BlockRenderers, rendererOf } from '../../model/renderer-of.js';
import { changedBlock } from '../changes.js';
import { figure, imagesBlock } from './images.js';
import { sourceBlock } from '../raw-html.js';
import { rawBlock } from '../../model/raw-source.js';
import type { RenderState } from '../render-state.js';

/** Parents render their own parts; a part without its parent is still shown. */
const RENDERERS: BlockRenderers<RenderState, ElementContent[]> & { change: typeof changedBlock } = {
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
  images: imagesBlock,
  image: (block, state) => [figure(block, state)],
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
  change: changedBlock,
};

/** Blocks in order. Text or inlines between blocks are rendered as they are. */
export function renderBlocks(nodes: readonly DocumentNode[], state: RenderState): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'block' && node.object !== undefined) return state.inlines([node]);
    const raw = rawBlock(node);
    if (raw) return raw.kind === 'html' ? html(raw.source) : [sourceBlock(raw.source)];
    return (rendererOf(RENDERERS, node) ?? loneBlock)(node, state);
  });
}
