import { Module } from '@nestjs/common';
import { LinksModule } from '#modules/links/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { ContentListsPages } from './content-lists-pages.js';

/** Broken links, files, reusable contents and tags of all spaces of an organization. */
@Module({ imports: [MemberPagesModule, LinksModule], providers: [ContentListsPages] })
export class ContentListsModule {}
