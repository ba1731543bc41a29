import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { AudiencePages } from './audience-pages.js';
import { EnterPages } from './enter-pages.js';
import { ClaimPages } from './claim-pages.js';
import { VisitorSignInPages } from './sign-in-pages.js';

/** Pages on which a site gets its readers: audience, share links, the sign-in of visitors and their claims. */
@Module({
  imports: [MemberPagesModule, SitesModule],
  providers: [AudiencePages, VisitorSignInPages, ClaimPages, EnterPages],
})
export class AudienceModule {}
