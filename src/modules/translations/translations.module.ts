import { Module } from '@nestjs/common';
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
import { TranslateSegments } from './translating/translate-segments.js';

const GLOSSARY = [Glossary, GlossaryRepository];
const MEMORY = [TranslationMemory, TranslationMemoryRepository, TranslationMemoryJobs];
const PROVIDERS = [TranslationProviders, ChatProvider, ChatEndpoint, Patience, PseudoProvider];

/** Spaces in other languages: made and kept up to date by a provider, with what writers changed by hand. */
@Module({
  controllers: [GlossaryController],
  providers: [...GLOSSARY, ...MEMORY, ...PROVIDERS, TranslateSegments],
})
export class TranslationsModule {}
