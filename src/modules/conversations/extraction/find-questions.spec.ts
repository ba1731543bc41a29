import { describe, expect, it } from 'vitest';
import type { ConversationPart } from '../records/conversation.entity.js';
import { findQuestions } from './find-questions.js';
import { stripQuotedReply } from './strip-quoted-reply.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const said = (body: string, role: ConversationPart['role'] = 'user'): ConversationPart => ({
  type: 'message',
  role,
  body,
});
const titles = (...parts: ConversationPart[]) => findQuestions(parts, null).map(({ title }) => title);

describe('the own text of a mail', () => {
  const own = 'Where is the audit log?';
  it.each([
    ['On Mon, Jan 5, 2026 at 9:00 AM Bob <bob@example.com> wrote:\n> How do I invite people?'],
    [
      'On Mon, Jan 5, 2026 at 9:00 AM Bob\n<bob@example.com> wrote:\n\n> How do I invite people?\n> Is SSO there?',
    ],
    ['Am 05.01.2026 um 09:00 schrieb Bob <bob@example.com>:\n> Wie lade ich Leute ein?'],
    ['Le lun. 5 janv. 2026 à 09:00, Bob <bob@example.com> a écrit :\n\nComment inviter ?'],
    ['El lun, 5 ene 2026 a las 9:00, Bob (<bob@example.com>) escribió:\n> ¿Cómo invito?'],
    ['Il giorno lun 5 gen 2026 Bob <bob@example.com> ha scritto:\nCome invito?'],
    ['Em seg., 5 de jan. de 2026, Bob <bob@example.com> escreveu:\nComo convido?'],
    ['Op ma 5 jan 2026 schreef Bob <bob@example.com>:\nHoe nodig ik uit?'],
    ['2026年1月5日(月) 9:00 Bob <bob@example.com>:\n> 招待するには？'],
    ['在 2026年1月5日，Bob 写道：\n如何邀请？'],
    ['-----Original Message-----\nFrom: Bob\nSent: Monday\nHow do I invite people?'],
    [
      '________________________________\nVon: Bob\nGesendet: Montag\nAn: Ann\nBetreff: Frage\n\nWie lade ich ein?',
    ],
    ['*From:* Bob <[email]>\n*Sent:* Monday\n*To:* Ann\n*Subject:* Invite\n\nHow do I invite people?'],
    ['-- \nAnn Lee\nWhy not call us?'],
    ['Best regards,\n\nAnn Lee\nHead of Questions?\nExample Inc.\n[phone number]'],
    ['Mit freundlichen Grüßen\nAnn Lee\nGeschäftsführer: wer sonst?'],
    ['Cordialement,\nAnn'],
    ['Saludos cordiales\nAna'],
    ['よろしくお願いいたします。\n山田'],
    ['Sent from my iPhone'],
    ['```\nWhy is this?\n```'],
    ['> Is this quoted?\n>> And this?'],
  ])('ends above the quoted %j', (below) => expect(stripQuotedReply(`${own}\n\n${below}`).trim()).toBe(own));

  it.each([
    ['> How do I invite people?\n\nWhere is the audit log?', 'Where is the audit log?'],
    ['On Monday Bob wrote:\n> Did it work?\n\nNo, it fails.', 'No, it fails.'],
    ['Thanks,\nhow do I get in?', 'Thanks,\nhow do I get in?'],
    ['How?\n\nBest,\nAnn\n\nP.S. Where is the log?', 'How?\n\nP.S. Where is the log?'],
    ['First part\n\n---\n\nSecond part\n'.padEnd(30) + 'line\n'.repeat(20), /Second part/],
    ['The `api_key` in **my_file_name** and _this_', 'The api_key in my_file_name and this'],
    ['See [the page](https://x.example/a) at https://x.example', 'See the page at'],
    ['I read on the site: it works', 'I read on the site: it works'],
  ])('continues after a quote: %j', (text, kept) => {
    expect(
      stripQuotedReply(text)
        .trim()
        .replace(/\n{2,}/g, '\n\n'),
    ).toMatch(kept);
  });
});

describe('the questions of a conversation', () => {
  it.each([
    ['Hello team,\n\nHow do I export my invoices? Also, can I change the currency of my plan?\n\nThanks!', 2],
    ['Hi! Thanks a lot, that worked.', 0],
    ['Danke schön!', 0],
    ['ありがとうございます。', 0],
    ['¡Muchas gracias!', 0],
    ['Great, perfect. Have a nice day!', 0],
    ['Hallo zusammen, wie kann ich mein Passwort zurücksetzen? Vielen Dank!', 1],
    ['Hola, ¿cómo puedo restablecer mi contraseña? Gracias', 1],
    ['パスワードを再設定するにはどうすればいいですか？', 1],
    ['如何重置密码？谢谢', 1],
    ['Der Export funktioniert nicht.', 1],
    ['', 0],
  ])('in %j are counted: %d', (body, count) => expect(titles(said(body))).toHaveLength(count));

  it.each([
    ['Hi I cannot log in because of the firewall', 'I cannot log in because of the firewall'],
    ['Hello my card is broken.', 'my card is broken.'],
    ['Hi Ann, how do I print?', 'how do I print?'],
    ['Dear Support team, hi there: how do I print?', 'how do I print?'],
    ['Hey team how do I print?', 'how do I print?'],
    ['Hallo Frau Müller, wie drucke ich?', 'wie drucke ich?'],
    ['Hello World does not compile.', 'World does not compile.'],
    ['こんにちは、印刷するには？', '印刷するには？'],
    ['¡Hola, ¿cómo imprimo?', '¿cómo imprimo?'],
    ['Hierarchies: how do they work?', 'Hierarchies: how do they work?'],
  ])('lose their greetings alone: %j', (body, title) => expect(titles(said(body))).toEqual([title]));

  it('come only from users', () => {
    expect(titles(said('How do I print?'), said('Which browser do you use?', 'team-member'))).toEqual([
      'How do I print?',
    ]);
  });

  it.each([
    [
      'Nous sommes une équipe de dix personnes chez un grand client. Où sont les factures',
      'Où sont les factures',
    ],
    [
      'Siamo una squadra di dieci persone presso un cliente grande. Perché manca la fattura',
      'Perché manca la fattura',
    ],
    [
      'Somos un equipo de diez personas en un gran cliente. ¿Dónde están las facturas',
      '¿Dónde están las facturas',
    ],
  ])('are found by words that ask, in every script: %j', (body, title) =>
    expect(titles(said(body))).toEqual([title]),
  );

  it('have summaries without the other questions of the mail', () => {
    const body =
      'We pay by invoice. How do I export my invoices? Also, can I change the currency of my plan? It is in euro.';
    expect(findQuestions([said(body)], null).map(({ summary }) => summary)).toEqual([
      'We pay by invoice. How do I export my invoices?',
      'Also, can I change the currency of my plan? It is in euro.',
    ]);
  });

  it('show no personal data that a mark of Markdown splits', () => {
    expect(JSON.stringify(findQuestions([said('Why does ann~@~example.com bounce?')], 'x'))).not.toContain(
      'ann',
    );
  });
});

describe('finding questions in hostile text', () => {
  const units = [
    '0000from<>',
    'Op schreef\n',
    ' on at wrote: ',
    '01.01.2020 "<>',
    '\n',
    ' \n',
    '\r',
    '>',
    '> ',
    '>\n',
    '1',
  ];
  const more = [
    'On ',
    'On a wrote ',
    'From: a\n',
    'Best,\n',
    '-- \n',
    '___\n',
    '[',
    '[](',
    '](',
    '_',
    '`',
    '*',
    'a?',
    '? ',
    '。',
  ];
  it.each([
    ...units,
    ...more,
    'a b? ',
    'Am 1 schrieb ',
    '<',
    'Sent from my ',
    'P.S. \n',
    'How do I print a page\n\n',
  ])('ends for thousands of letters of %j', (unit) => {
    const part = said(unit.repeat(thoroughly(20_000) / unit.length));
    const questions = findQuestions(Array<ConversationPart>(200).fill(part), unit.repeat(20));
    expect(questions.length).toBeLessThanOrEqual(5);
  });
});
