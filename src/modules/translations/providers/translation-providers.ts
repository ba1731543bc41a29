import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { ChatProvider } from './chat/chat-provider.js';
import { PseudoProvider } from './pseudo/pseudo-provider.js';
import type { TranslationProvider } from './translation-provider.js';

/** Who translates here. */
@Injectable()
export class TranslationProviders {
  constructor(
    private readonly config: Config,
    private readonly chat: ChatProvider,
    private readonly pseudo: PseudoProvider,
  ) {}

  /** The model at TRANSLATOR_URL, and nobody where none is set. */
  get current(): TranslationProvider {
    return this.config.translatorUrl === undefined ? this.pseudo : this.chat;
  }
}
