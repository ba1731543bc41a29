import { Module } from '@nestjs/common';
import { ConversationsModule } from '#modules/conversations/index.js';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { IntakePages } from './intake-pages.js';

/** The page that takes conversations with readers. */
@Module({ imports: [MemberPagesModule, ConversationsModule], providers: [IntakePages] })
export class ConversationIntakeModule {}
