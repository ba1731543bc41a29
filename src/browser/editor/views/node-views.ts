import type { Plugin } from 'prosemirror-state';
import type { NodeViewConstructor } from 'prosemirror-view';
import type { PageContext } from '../page-context.js';
import { codeColors } from './code-colors.js';
import { CodeView } from './code-view.js';
import { DrawnBlock } from './drawn-block.js';
import { FigureView } from './figure-view.js';
import { HintView } from './hint-view.js';
import { inlineView } from './inline-view.js';
import { ListItemView } from './list-item-view.js';
import { mergedCells } from './merged-cells.js';
import { ReusableView } from './reusable-view.js';
import { TableValueView } from './table-value-view.js';
import { TabPanelView, TabsView } from './tabs-view.js';

/** Blocks that the server draws, as readers see them. */
const DRAWN = [
  ...['math', 'content_ref', 'swagger', 'openapi_operation', 'openapi_schemas', 'openapi_webhook'],
  ...['integration', 'opaque'],
];
const FIGURES = ['image', 'file', 'drawing', 'embed'];
const INLINES = [
  'emoji',
  'icon',
  'inline_image',
  'inline_math',
  'mention',
  'expression',
  'button',
  'opaque_inline',
];

/** Views of nodes whose element takes more than the schema says. */
export function nodeViews(context: PageContext): Record<string, NodeViewConstructor> {
  return {
    code_block: (node, view, getPos) => new CodeView(node, view, getPos),
    hint: (node) => new HintView(node, context),
    list_item: (node, view, getPos) => new ListItemView(node, view, getPos),
    tabs: (node, view, getPos) => new TabsView(node, view, getPos),
    tabs_item: () => new TabPanelView(),
    reusable_content: (node, view, getPos) => new ReusableView(node, view, getPos, context),
    table_value: (node, view, getPos) => new TableValueView(node, view, getPos),
    ...Object.fromEntries(
      FIGURES.map((name): [string, NodeViewConstructor] => [
        name,
        (node, view, getPos) => new FigureView(node, view, getPos, context),
      ]),
    ),
    ...Object.fromEntries(
      DRAWN.map((name): [string, NodeViewConstructor] => [
        name,
        (node, view) => new DrawnBlock(node, view, context),
      ]),
    ),
    ...Object.fromEntries(INLINES.map((name): [string, NodeViewConstructor] => [name, inlineView(context)])),
  };
}

/** Looks of the text that are in no node. */
export function viewPlugins(context: PageContext): Plugin[] {
  return [codeColors(context), mergedCells()];
}
