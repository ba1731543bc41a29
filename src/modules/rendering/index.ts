/* Threads load this file too, so it imports neither the database nor Nest. */
export { type HighlightLine, plainLines } from './code/highlight-lines.js';
export { type CodeSample, type HighlightLookup, highlightAll } from './code/highlight.js';
export type { ContentKitOutput } from './contentkit/contentkit.schema.js';
export {
  type BlockDrawing,
  type IntegrationBlockData,
  drawBlocks,
  integrationBlocksOf,
} from './contentkit/draw-blocks.js';
export { DrawnBlock } from './contentkit/drawn-block.js';
export { NotContentKit, readContentKit } from './contentkit/read-contentkit.js';
export { type IconFamily, type IconName, iconNames } from './html/icon-names.js';
export { type IconShape, type IconStyle, iconShape, iconSvg, withIconStyle } from './html/icons.js';
export { BLOCK_ELEMENTS, sanitizeHtml } from './html/raw-html.js';
export { renderBody, type RenderedNeeds } from './html/render-document.js';
export {
  asNumber,
  asRecord,
  asRef,
  asText,
  asTexts,
  blocksOf,
  fragmentOf,
  imageData,
  loneContent,
  nodesOf,
  oneOf,
} from './model/document-data.js';
export { codeText, colouredSegments } from './model/code-lines.js';
export { embedFrame } from './model/embeds.js';
export { iconOfTarget, refLabel } from './model/references.js';
export { rawBlock, rawInline, rawSource } from './model/raw-source.js';
export { type BlockRenderers, type InlineRenderers, rendererOf } from './model/renderer-of.js';
export { dateOfUpdate, fileSize, formatDate, shownTitle } from './model/formats.js';
export type { RenderContext, RenderedFile, RenderedUser, ResolvedRef } from './model/render-context.js';
export {
  type ShownColumn,
  type ShownTable,
  type ShownRow,
  chosenOptions,
  coverData,
  fieldColumns,
  isTitledField,
  maxStars,
  readMerges,
  readShownTable,
} from './model/shown-table.js';
export { hostOf, isExternal, isRelative, safeImage, safeLink } from './model/urls.js';
export { plainDocument } from './plain/plain-document.js';
export { link, paragraph, text } from './plain/plain-nodes.js';
