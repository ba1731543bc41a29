export { TranslationsModule } from './translations.module.js';
export { CreateTranslation } from './create-translation.js';
export type { RunTrigger } from './records/translation-run.entity.js';
export type { TranslationRun } from './records/translation-runs.repository.js';
export { translationVerdict } from './translation.policy.js';
export type { TranslationView } from './translation.presenter.js';
export { Translations } from './translations.service.js';
export type * from './translations.events.js';
