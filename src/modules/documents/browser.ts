// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export { BLOCK_FORMS, CONTAINERS, formOf, isInlineType, isPartType } from './catalogue/catalogue.js';
export type { BlockType, InlineType } from './catalogue/catalogue.js';
export { BLOCKS } from './catalogue/blocks.js';
export { INLINES } from './catalogue/inlines.js';
export type { NodeForm } from './catalogue/node-form.js';
export type {
  ContentRef,
  DocumentBlock,
  DocumentData,
  DocumentFragment,
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
  DocumentText,
  JSONDocument,
} from './document.types.js';
export { isRecord } from './values.js';
