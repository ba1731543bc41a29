import { Module } from '@nestjs/common';

/** Spaces in other languages: made and kept up to date by a provider, with what writers changed by hand. */
@Module({})
export class TranslationsModule {}
