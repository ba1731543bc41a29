import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { Config } from '#platform/config/env.js';
import { ChatProvider } from './chat/chat-provider.js';
import { PseudoProvider } from './pseudo/pseudo-provider.js';
import { ProviderFailed, type TranslationProvider } from './translation-provider.js';

/** Selects the provider of translations. */
@Injectable()
export class TranslationProviders {
  constructor(
    private readonly config: Config,
    private readonly chat: ChatProvider,
    private readonly pseudo: PseudoProvider,
    private readonly organizations: Organizations,
  ) {}

  /** The model at TRANSLATOR_URL, and nobody where none is set. */
  get current(): TranslationProvider {
    return this.config.translatorUrl === undefined ? this.pseudo : this.chat;
  }

  /** Ask it before texts leave this machine. @throws ProviderFailed where the organization lets no model of others read them. */
  async requireAllowed({ name }: TranslationProvider, organizationId: string): Promise<void> {
    if (name === 'pseudo' || (await this.organizations.getOrganization(organizationId)).ai) return;
    throw new ProviderFailed(
      'The organization has AI switched off: switch it on in its settings to have new texts translated.',
    );
  }
}
