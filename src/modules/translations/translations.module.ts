import { Module } from '@nestjs/common';
import { GlossaryController } from './glossary/glossary.controller.js';
import { GlossaryRepository } from './glossary/glossary.repository.js';
import { Glossary } from './glossary/glossary.service.js';
import { TranslationMemoryJobs } from './memory/translation-memory.jobs.js';
import { TranslationMemoryRepository } from './memory/translation-memory.repository.js';
import { TranslationMemory } from './memory/translation-memory.js';

const GLOSSARY = [Glossary, GlossaryRepository];
const MEMORY = [TranslationMemory, TranslationMemoryRepository, TranslationMemoryJobs];

/** Spaces in other languages: made and kept up to date by a provider, with what writers changed by hand. */
@Module({
  controllers: [GlossaryController],
  providers: [...GLOSSARY, ...MEMORY],
})
export class TranslationsModule {}
