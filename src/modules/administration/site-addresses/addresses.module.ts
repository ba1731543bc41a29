import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { AddressPages } from './address-pages.js';

/** The page on which a site gets its addresses. */
@Module({ imports: [MemberPagesModule, SitesModule], providers: [AddressPages] })
export class AddressesModule {}
