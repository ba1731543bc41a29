/** Longer messages are read to here: whoever pastes a log has asked before or after it. */
const MAX_READ = 20_000;
/** Longer lines are nothing that a mail program writes; every line is held against every pattern. */
const MAX_LINE_LENGTH = 300;

/** The line in front of mail that is answered, as mail programs write it: who wrote, and when. Those that are wrapped are tried as one. */
const WROTE =
  /^[-*_ ]*(?:on|am|le|el|il|em|op|den|pe|w dniu|dnia|ср|чт|пт|вт|пн|сб|вс|在|20\d\d|[^\s].{0,60}<[^<>]{3,80}>).{0,200}(?:wrote|schrieb[^:：]{0,120}|a écrit|écrit|escribió|ha scritto|escreveu|schreef[^:：]{0,120}|skrev[^:：]{0,120}|kirjoitti|pisze|napisał(?:\(a\))?|写道|作成|のメッセージ|작성|пишет|<[^<>]{3,80}>)\s?[:：]\s*[-*_ ]*$/iu;
/** Headers of forwarded and answered mail: a single one may be a sentence, "From: …" with another below it is not. */
const HEADER =
  /^[*_> ]*(?:from|sent|to|cc|date|subject|von|gesendet|an|datum|betreff|de|envoyé|date|à|objet|para|enviado|fecha|asunto|da|inviato|oggetto|data|assunto|van|verzonden|aan|onderwerp|差出人|送信日時|宛先|件名|发件人|发送时间|收件人|主题)[*_ ]{0,4}[:：]/iu;
const ORIGINAL =
  /^[-_ ]{2,}\s?(?:original message|forwarded message|message d['’]origine|message transféré|ursprüngliche nachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig besked|元のメッセージ|原始邮件)\s?[-_ ]*$/iu;
const SEPARATOR = /^(?:-- ?|—|_{2,}|={4,}|-{3,})$/;
/** Footers that mail programs add. */
const SENT_FROM =
  /^(?:sent (?:from|via|with) |get outlook for |von mein\S+ .{0,40} gesendet|gesendet (?:von|mit) |envoyé (?:de|depuis|à partir) |télécharger outlook|enviado (?:desde|do) |inviato da |verzonden vanaf|verstuurd vanaf|sendt fra |skickat från |iphoneから送信|发自我的)/iu;
/** The greeting that ends a letter; what follows is a signature. */
const CLOSING =
  /^(?:(?:(?:with )?(?:kind|best|warm|many|kindest|warmest)(?: \w+)? )?regards|(?:kind|best|warm) wishes|cheers|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|(?:many )?thanks(?: (?:again|in advance|and (?:best|kind) regards))?|thank you|all the best|best|(?:mit )?(?:freundlichen|besten|lieben|herzlichen|schönen|vielen) (?:grüßen|grüssen)|(?:viele|beste|liebe|herzliche|schöne) (?:grüße|grüsse)|mfg|lg|vg|(?:bien )?cordialement|bien à vous|salutations(?: distinguées)?|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|un abrazo|cordiali saluti|distinti saluti|atenciosamente|abraços?|met vriendelijke groet(?:en)?|med vänlig hälsning|よろしくお願い(?:いた)?(?:します|致します)|敬具|此致|祝好)[\s,.!。！]*$/iu;
const AFTERTHOUGHT = /^p\.?\s?p?\.?s\.?[:.]?\s/i;

/**
 * The author's text: without the answered mail, signature, code and pasted output. It reads line by line in linear
 * time: anybody can send mail.
 */
export function stripQuotedReply(body: string): string {
  const text = body.slice(0, MAX_READ).replace(/```[\s\S]*?(?:```|$)/g, '\n');
  return withoutReplies(text.split(/\r?\n/))
    .join('\n')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');
}

function withoutReplies(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let isSigned = false;
  for (let at = 0; at < lines.length; at++) {
    const line = bareLine(lines[at]);
    if (/^\s*>/.test(lines[at] as string)) continue;
    const header = quoteAt(lines, at);
    if (header > 0) {
      // With marks before its lines it is known where the quotation ends, and an answer may stand below it.
      if (!/^\s*>/.test(firstOf(lines, at + header))) break;
      at += header - 1;
      isSigned = false;
      continue;
    }
    if (SENT_FROM.test(line)) continue;
    if (line !== '' && (SEPARATOR.test(line) || CLOSING.test(line)) && isEnd(lines, at, kept))
      isSigned = true;
    else if (AFTERTHOUGHT.test(line)) isSigned = false;
    if (!isSigned) kept.push(lines[at] as string);
  }
  return kept;
}

/** Number of lines from this one on that introduce a quote; 0 when the line does not begin one. */
function quoteAt(lines: readonly string[], at: number): number {
  const line = bareLine(lines[at]);
  if (line === '') return 0;
  if (ORIGINAL.test(line) || WROTE.test(line)) return 1;
  const next = bareLine(lines[at + 1]);
  if (next !== '' && line.length + next.length < MAX_LINE_LENGTH && WROTE.test(`${line} ${next}`)) return 2;
  return HEADER.test(line) && HEADER.test(next) && HEADER.test(bareLine(lines[at + 2])) ? 1 : 0;
}

/** True when a signature may follow: a dividing line within a message has more text below it. */
function isEnd(lines: readonly string[], at: number, kept: readonly string[]): boolean {
  if (kept.every((line) => line.trim() === '')) return false;
  if (/^-- ?$/.test(lines[at] as string)) return true;
  let below = 0;
  for (let next = at + 1; next < lines.length && below <= MAX_SIGNATURE; next++) {
    if (quoteAt(lines, next) > 0 || /^\s*>/.test(lines[next] as string)) break;
    if (AFTERTHOUGHT.test(bareLine(lines[next]))) break;
    if (bareLine(lines[next]) !== '') below++;
  }
  return below <= MAX_SIGNATURE;
}
const MAX_SIGNATURE = 12;

function firstOf(lines: readonly string[], from: number): string {
  for (let at = from; at < Math.min(lines.length, from + 4); at++)
    if ((lines[at] as string).trim() !== '') return lines[at] as string;
  return '';
}

/** Without marks of Markdown around it; empty for lines too long to be looked at. */
function bareLine(line: string | undefined): string {
  if (line === undefined || line.length > MAX_LINE_LENGTH) return '';
  return line.replace(/[*\\]+/g, '').trim();
}
