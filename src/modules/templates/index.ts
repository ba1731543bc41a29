export { TemplatesModule } from './templates.module.js';
export { Templates } from './templates.service.js';
export { TemplateBody } from './template.dto.js';
export type { SlotReferences, TemplateChoice } from './template.types.js';
