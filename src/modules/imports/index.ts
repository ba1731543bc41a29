export { ImportsModule } from './imports.module.js';
export { Imports, type ImportView } from './imports.service.js';
export { StartImportBody } from './imports.dto.js';
