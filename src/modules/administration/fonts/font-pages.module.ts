import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { FontForms } from './font-forms.js';
import { FontPages } from './font-pages.js';

/** The page about the fonts of an organization. */
@Module({ imports: [MemberPagesModule, SitesModule, StorageModule], providers: [FontForms, FontPages] })
export class FontPagesModule {}
