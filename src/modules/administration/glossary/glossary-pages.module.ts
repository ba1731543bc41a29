import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { TranslationsModule } from '#modules/translations/index.js';
import { GlossaryEntryPages } from './glossary-entry-pages.js';
import { GlossaryListPages } from './glossary-list-pages.js';
import { GlossaryTablePages } from './glossary-table-pages.js';

/** Pages about the glossary of an organization. */
@Module({
  imports: [MemberPagesModule, TranslationsModule],
  providers: [GlossaryListPages, GlossaryEntryPages, GlossaryTablePages],
})
export class GlossaryPagesModule {}
