import { describe, expect, it } from 'vitest';
import { isEnglish, termsOf } from './terms.js';

describe('the search terms of a question', () => {
  it.each([
    ['How do I reset my passwords?', ['reset', 'password']],
    ['Wie kann ich mein Passwort zurücksetzen?', ['passwort', 'zurucksetz']],
    ['¿Cómo restablezco mi contraseña?', ['restablezc', 'contraseñ']],
    ['Comment puis-je réinitialiser mon mot de passe ?', ['réinitialis', 'mot', 'pass']],
    ['パスワードをリセットするにはどうすればいいですか？', ['パスワード', 'リセット']],
    ['Как сбросить пароль?', ['как', 'сбросить', 'пароль']],
  ])('are stems without common words: %s', (text, terms) => expect(termsOf(text)).toEqual(terms));
});

it('Chinese search terms are separated', () => expect(termsOf('如何重置密码？')).toContain('密码'));

describe('the detection of English', () => {
  it.each([
    'reset password',
    'How do I print?',
    'PDF export',
    'café opening hours',
    'what time is it in São Paulo',
    '',
  ])('accepts %j', (text) => expect(isEnglish(text)).toBe(true));
  it.each([
    ...[
      'Eigene Domain funktioniert nicht',
      'Gibt es einen PDF-Export?',
      'Passwort zurücksetzen',
      'Olvidé mi contraseña',
    ],
    ...[
      'El dominio personalizado no funciona',
      'パスワードを忘れました',
      'Где журнал?',
      'Hoe nodig ik iemand uit?',
    ],
  ])('refuses %j', (text) => expect(isEnglish(text)).toBe(false));
});
