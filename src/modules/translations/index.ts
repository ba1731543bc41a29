export { TranslationsModule } from './translations.module.js';
export type * from './translations.events.js';
