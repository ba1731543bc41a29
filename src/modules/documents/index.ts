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
export type {
  MarkdownWarning,
  MarkdownWarningKind,
  PageCover,
  PageLayout,
  PageMeta,
  ParseContext,
  ParsedMarkdown,
  ParsedPage,
  SerializeContext,
} from './markdown/markdown.types.js';
export { isAnchorId } from './markdown/headings.js';
export { footnoteLabel } from './markdown/inline-html.js';
export { TextTooLarge } from './conversion/text-limits.js';
export { DOCUMENT_LIMITS, MAX_MARKDOWN_LENGTH } from './document-limits.js';
export { parseMarkdown, parsePage } from './markdown/parse-markdown.js';
export { serializeMarkdown, serializePage } from './markdown/serialize-markdown.js';
export {
  parseMarkdownAsync,
  parseMarkdownLookingUp,
  parsePageAsync,
  parsePageLookingUp,
  serializeMarkdownAsync,
  serializePageAsync,
} from './conversion/convert-async.js';
export { rewriteTextAsync } from './conversion/rewrite-async.js';
export { rewriteText, type RewriteRequest } from './source/rewrite-text.js';
export { editYaml, type YamlChange, yamlChanges } from './source/edit-yaml.js';
export { SourceText } from './source/source-text.js';
export {
  type PackedDocument,
  packInThread,
  packDocument,
  unpackInThread,
  unpackDocument,
  unpackList,
} from './conversion/packed-document.js';
export { isLongDocument } from './conversion/long-document.js';
export type { LookUps } from './conversion/convert-in-thread.js';
export { LONG_MARKDOWN } from './conversion/convert-async.js';
export { validateDocumentAsync } from './conversion/validate-async.js';
export { isContentRef } from './content-ref.js';
export { ContentRefField } from './content-ref.dto.js';
export { COLORS, colorName } from './colors.js';
export { cleanText } from './clean-text.js';
export { plainText } from './document-nodes.js';
export { blocksText, documentText } from './document-text.js';
export {
  anchorAliases,
  anchorTitle,
  documentAnchors,
  documentOutline,
  withAnchors,
  type OutlineEntry,
} from './document-outline.js';
export { documentReferences, mapReferences, type DocumentReference } from './document-references.js';
export { readTable } from './table-model.js';
export { addMark, sameMark, tidyInlines } from './inline-text.js';
export { rawSourceOf } from './raw-source.js';
export { changeNodes, mapChildren, replaceBlocks, walkNodes } from './walk-nodes.js';
export { isRecord, mapList } from './values.js';
export { alignKeys } from './align-keys.js';
export { alignKeysAsync } from './conversion/align-async.js';
export { documentsEqual } from './documents-equal.js';
export { emptyDocument, normalizeDocument } from './normalize-document.js';
export {
  type BlockType,
  formOf,
  type InlineType,
  isKnownType,
  isPartType,
  textsOf,
} from './catalogue/catalogue.js';
export { type BlockOf, dataOf, type DataOf, type InlineOf } from './catalogue/node-data.js';
export { requireDocument, requireDocumentAsync } from './require-document.js';
export {
  MAX_SHORT_TEXT,
  readShortText,
  readShortTextAsync,
  ShortTextField,
  type ShortTextInput,
} from './short-text.js';
export { InvalidDocumentError, validateDocument } from './validate-document.js';
