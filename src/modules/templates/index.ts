export { TemplatesModule } from './templates.module.js';
export { Templates } from './templates.service.js';
export { TemplateBody } from './template.dto.js';
export type { SlotReferences } from './template.types.js';
