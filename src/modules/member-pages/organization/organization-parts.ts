import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ConversationPages } from '../conversations/conversation-pages.js';
import { IntegrationPages } from '../integrations/integration-pages.js';
import type { MemberRequest } from '../member-request.js';
import { SpecificationPages } from '../openapi/specification-pages.js';
import { TranslationPages } from '../translations/translation-pages.js';
import { AuditPages } from './audit-pages.js';
import { PeoplePages } from './people-pages.js';

/** Pages about a part of an organization. */
export interface OrganizationPart {
  takesForms: boolean;
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer>;
}

/** Registry of an organization's pages besides its content, below `/app/o/{organization}`. */
@Injectable()
export class OrganizationParts {
  constructor(
    private readonly people: PeoplePages,
    private readonly audit: AuditPages,
    private readonly integrations: IntegrationPages,
    private readonly translations: TranslationPages,
    private readonly conversations: ConversationPages,
    private readonly specifications: SpecificationPages,
  ) {}

  /** The part that an address is of; null for one of something else. */
  find([first, , part, ...below]: readonly string[]): OrganizationPart | null {
    const of = (
      pages: { answer: OrganizationPart['answer'] },
      { most, takesForms }: { most: number; takesForms: boolean },
    ): OrganizationPart | null =>
      below.length > most
        ? null
        : { takesForms, answer: (request, message) => pages.answer(request, message) };
    // An integration is looked at in an organization, but its address may name none.
    if (first === 'integrations') return of(this.integrations, { most: Infinity, takesForms: false });
    if (first !== 'o') return null;
    switch (part) {
      case 'people':
        return of(this.people, { most: 0, takesForms: true });
      case 'audit':
        return of(this.audit, { most: 0, takesForms: false });
      case 'integrations':
        return of(this.integrations, { most: 1, takesForms: below.length === 1 });
      case 'translations':
        return of(this.translations, { most: 1, takesForms: true });
      case 'conversations':
        return of(this.conversations, { most: 1, takesForms: false });
      case 'openapi':
        return of(this.specifications, { most: 1, takesForms: false });
      default:
        return null;
    }
  }
}
