export { blocksToEditor, blockToEditor, toEditor } from './to-editor.js';
export { blocksOf, toBlock, toDocument } from './from-editor.js';
export { documentText } from './document-text.js';
export { isEqual } from './equal.js';
export { nodeName, schema, typeOfNode } from './schema.js';
export { filled, newId } from './nodes.js';
export { type BlockConflict, mergeDocuments, type MergedDocument } from './merge-documents.js';
export { reconcile } from './reconcile.js';
export { freeIds } from './table-ids.js';
