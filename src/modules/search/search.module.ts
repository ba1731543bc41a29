import { Module } from '@nestjs/common';
import { ContentModule } from '#modules/content/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { SearchIndex } from './indexing/search-index.js';
import { SearchIndexRepository } from './indexing/search-index.repository.js';
import { PageTexts } from './query/page-texts.js';
import { SearchRepository } from './query/search.repository.js';
import { ReaderReadings } from './query/reader-readings.js';
import { SearchController } from './search.controller.js';
import { Search } from './search.service.js';
import { Spelling } from './spelling/spelling.js';
import { WordsRepository } from './spelling/words.repository.js';

/** Finds pages by their words. */
@Module({
  imports: [ContentModule, SpacesModule, SpaceContentModule],
  controllers: [SearchController],
  providers: [
    PageTexts,
    ReaderReadings,
    Search,
    SearchIndex,
    SearchIndexRepository,
    SearchRepository,
    Spelling,
    WordsRepository,
  ],
  exports: [Search],
})
export class SearchModule {}
