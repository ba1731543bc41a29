import { Module } from '@nestjs/common';
import { CollectionsModule } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { CreateTranslation } from './create-translation.js';
import { GlossaryController } from './glossary/glossary.controller.js';
import { GlossaryRepository } from './glossary/glossary.repository.js';
import { Glossary } from './glossary/glossary.service.js';
import { TranslationMemoryJobs } from './memory/translation-memory.jobs.js';
import { TranslationMemoryRepository } from './memory/translation-memory.repository.js';
import { TranslationMemory } from './memory/translation-memory.js';
import { ChatEndpoint } from './providers/chat/chat-endpoint.js';
import { ChatProvider } from './providers/chat/chat-provider.js';
import { Patience } from './providers/chat/patience.js';
import { PseudoProvider } from './providers/pseudo/pseudo-provider.js';
import { TranslationProviders } from './providers/translation-providers.js';
import { TranslationRunsRepository } from './records/translation-runs.repository.js';
import { TranslationsRepository } from './records/translations.repository.js';
import { LandTranslation } from './running/land-translation.js';
import { RunQueue } from './running/run-queue.js';
import { TranslationRunWorker } from './running/translation-run-worker.js';
import { TranslateContent } from './running/translate-content.js';
import { TranslationsJobs } from './running/translations.jobs.js';
import { TranslateSegments } from './translating/translate-segments.js';
import { TranslationsController } from './translations.controller.js';
import { Translations } from './translations.service.js';

const GLOSSARY = [Glossary, GlossaryRepository];
const MEMORY = [TranslationMemory, TranslationMemoryRepository, TranslationMemoryJobs];
const PROVIDERS = [TranslationProviders, ChatProvider, ChatEndpoint, Patience, PseudoProvider];
const RECORDS = [TranslationsRepository, TranslationRunsRepository];
const RUNNING = [RunQueue, TranslationRunWorker, TranslateContent, LandTranslation, TranslationsJobs];

/** Spaces in other languages: made and kept up to date by a provider, with what writers changed by hand. */
@Module({
  imports: [UsersModule, OrganizationsModule, ContentModule, CollectionsModule, SpacesModule],
  controllers: [TranslationsController, GlossaryController],
  providers: [
    ...GLOSSARY,
    ...MEMORY,
    ...PROVIDERS,
    TranslateSegments,
    ...RECORDS,
    ...RUNNING,
    Translations,
    CreateTranslation,
  ],
  exports: [Translations, CreateTranslation, Glossary],
})
export class TranslationsModule {}
