import { Injectable } from '@nestjs/common';
import type { TranslationProvider, TranslationRequest } from '../translation-provider.js';
import { pseudoLocalise } from './pseudo-localise.js';

/**
 * Translates into no language: texts come back readable, accented, longer and in brackets. It shows what a translation set-up does without
 * paying anybody: what is not accented was not sent, what has no closing bracket was cut off. It minds no glossary and no instructions.
 */
@Injectable()
export class PseudoProvider implements TranslationProvider {
  readonly name = 'pseudo';
  readonly batch = { segments: 500, characters: 500_000 };

  translate({ segments }: TranslationRequest): Promise<string[]> {
    return Promise.resolve(segments.map(pseudoLocalise));
  }
}
