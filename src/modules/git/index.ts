export { GitModule } from './git.module.js';
export {
  ImportFolder,
  type Importer,
  type ImportOptions,
  type ImportReport,
  type ImportStage,
} from './import/import-folder.js';
export { ExportSpace, type ExportedFile, type ExportSource } from './export/export-space.js';
export { type FileTree, gitBlobId, openFolder } from './folder/file-tree.js';
export type { ImportWarning } from './folder/import-warning.js';
export { ImportFailed } from './git.errors.js';
