import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { AddToStructure } from './add-to-structure.js';
import { ItemForms } from './item-forms.js';
import { StructureItemPages } from './item-pages.js';
import { MoveInStructure } from './move-in-structure.js';
import { StructureAddresses } from './structure-addresses.js';
import { StructurePages } from './structure-pages.js';

/** The pages on which the spaces, sections, groups and links of a site are arranged. */
@Module({
  imports: [MemberPagesModule, SitesModule, SpacesModule],
  providers: [
    StructureAddresses,
    AddToStructure,
    MoveInStructure,
    ItemForms,
    StructurePages,
    StructureItemPages,
  ],
})
export class StructureModule {}
