import { maskPersonalData } from '../ingest/mask-personal-data.js';
import { termsOf, wordsOf } from '../language/terms.js';
import type { ConversationPart } from '../records/conversation.entity.js';
import { stripQuotedReply } from './strip-quoted-reply.js';

/** A question, and what stood around it. */
export interface Question {
  title: string;
  summary: string;
}

const MAX_QUESTIONS = 5;
const MAX_TITLE = 100;
const MAX_SUMMARY = 300;
const MAX_SENTENCES = 200;
/** Letters of a conversation; nobody has questions beyond. */
const MAX_READ = 60_000;

/** Polite words around a question; a sentence of nothing else asks nothing. */
const GREETING =
  /^¡?(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|moin|servus|sehr geehrte[rs]?|liebe[rs]?|bonjour|bonsoir|salut|hola|buen[oa]s(?: días| tardes| noches)?|ciao|buongiorno|olá|oi|bom dia|hej|こんにちは|お世話になっております|您好|你好)(?!\p{L})/iu;
/** Whom a greeting is for; names end with a comma or the like, as the words of a sentence do not. */
const GREETED = /^\s+(?:there|all|everyone|everybody|team|folks|guys|zusammen|à tous|a todos)(?!\p{L})/iu;
const NAMED =
  /^(?:\s+(?:(?!I[\s'’])\p{Lu}[\p{L}'’.-]*|there|all|team|support|sir|madam|or|and|und|et|y|damen|herren)){1,4}(?=\s*(?:[,!:;–-]|$))/u;
const CHATTER =
  /^(?:(?:ok(?:ay)?|yes|no|yep|great|perfect|super|awesome|cool|sure|sorry|please|got it|never ?mind|(?:many |much )?thanks?(?: (?:you|a lot|so much|again))*|thx|cheers|bye|(?:kind |best |warm )?regards|best|(?:have|enjoy) (?:a )?(?:nice|good|great) \w+|that (?:worked|works|helps?|helped|did it|fixed it)|it works(?: now)?|(?:vielen |herzlichen |besten )?dank(?:e|eschön)?(?: schön| sehr| euch| ihnen| im voraus)?|merci(?: beaucoup)?|¡?(?:muchas |mil )?gracias|grazie(?: mille)?|(?:muito )?obrigad[oa]|bedankt|dank je(?: wel)?|tack(?: så mycket)?|ありがとう(?:ございま(?:す|した))?|よろしくお願い(?:いた|致)?します|了解(?:です|しました)?|谢谢|多谢|감사합니다|спасибо|i(?: wi|')ll (?:try|check)(?: it| that)?|looking forward.*|(?:i )?hope (?:you|this).*|how are you(?: doing)?(?: today)?|any (?:news|updates?)(?: on this)?|can (?:you|someone|anybody) help(?: me)?(?: with this)?|anyone there|are you (?:there|a (?:bot|human)))[\s,.!?…:;)(。！、¡-]*)+$/iu;
const ASKS =
  /^[¿¡]*(?:how|what|where|when|why|who|which|whose|is|are|was|can|could|do|does|did|should|would|will|may|has|have|am|wie|was|wo|wann|warum|wer|welche[rsn]?|kann|können|gibt es|comment|pourquoi|où|quand|quel(?:le)?s?|est-ce|peut-on|cómo|qué|dónde|cuándo|por qué|puedo|come|perché|dove|como|onde|quando|posso)(?!\p{L})/iu;
const TROUBLE =
  /\b(?:can(?:no|')t|can not|unable|does(?: no|n')t|is(?: no|n')t|won't|fail(?:s|ed|ing)?|error|broken|stuck|wrong|missing|crash(?:es|ed)?|(?:not|never|stopped) work(?:s|ing)?|issue with|problem with|trouble|funktioniert nicht|geht nicht|fehler|ne (?:marche|fonctionne) pas|erreur|no funciona|non funziona)\b/iu;
const WISH =
  /\b(?:(?:i|we)(?:'d| would)? (?:want|need|like|wish|try|am trying|are trying|was trying)|trying to|looking for|wondering|help me|tell me|show me|explain|ich (?:möchte|will|brauche)|je (?:veux|voudrais)|quiero|necesito|vorrei|quero)\b/iu;

/**
 * The questions that a reader had in a conversation: what they ask; when they ask nothing, what does not work for them or what
 * they want; failing that, what their first message says most with, unless it is chatter.
 */
export function findQuestions(parts: readonly ConversationPart[], subject: string | null): Question[] {
  const messages = writtenBy('user', parts).map(sentencesOf);
  const where = messages.flatMap((around) => around.map((sentence, at) => ({ sentence, around, at })));
  const put = where.filter(({ sentence }) => isPut(sentence));
  if (put.length > 0) return distinct(put.map(questionOf)).slice(0, MAX_QUESTIONS);
  const meant = where.find(({ sentence }) => isMeant(sentence));
  if (meant) return [questionOf(meant)];
  const [first] = messages.filter((sentences) => sentences.length > 0);
  const told = where
    .filter(({ around, sentence }) => around === first && termsOf(sentence).length > 0)
    .sort((a, b) => termsOf(b.sentence).length - termsOf(a.sentence).length)[0];
  if (told) return [questionOf(told)];
  const isAsked = subject !== null && !isChatter(subject) && (isPut(subject) || isMeant(subject));
  return isAsked ? [{ title: cut(subject, MAX_TITLE), summary: cut(subject, MAX_SUMMARY) }] : [];
}

/** Messages of users without quotes, up to the length that is read of long conversations. */
function writtenBy(who: ConversationPart['role'], parts: readonly ConversationPart[]): string[] {
  const messages: string[] = [];
  let left = MAX_READ;
  for (const { role, body } of parts) {
    if (role !== who || left <= 0) continue;
    // Marks of Markdown may have hidden something.
    const words = maskPersonalData(stripQuotedReply(body)).slice(0, left);
    left -= words.length;
    messages.push(words);
  }
  return messages;
}

/** Sentences that say something, without the greeting in front. */
function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const lines = text.split(/\n\s*\n|\n(?=\s*[-*\d])/).map((line) => line.replace(/\s+/g, ' ').trim());
  const sentences = lines.flatMap((line) =>
    [...segmenter.segment(line)].map(({ segment }) => segment.trim()),
  );
  return sentences
    .map((sentence) => withoutGreeting(sentence.replace(/^(?:[-*•]|\d+[.)])\s+/, '')))
    .filter((sentence) => wordsOf(sentence).length > 0 && !isChatter(sentence))
    .slice(0, MAX_SENTENCES);
}

function withoutGreeting(sentence: string): string {
  let rest = sentence;
  for (let greeting = GREETING.exec(rest); greeting; greeting = GREETING.exec(rest)) {
    rest = rest.slice(greeting[0].length);
    rest = rest.replace(GREETED, '').replace(NAMED, '');
    rest = rest.replace(/^[\s,.!:;–、。！，-]+/u, '');
  }
  return rest.trim();
}

function isChatter(sentence: string): boolean {
  return sentence.length < 200 && CHATTER.test(sentence);
}

/** True when it is worded as a question; one without content ("any ideas?") refers to the sentence before it. */
function isPut(sentence: string): boolean {
  return (
    /[?？؟]\s*$/.test(sentence) && (termsOf(sentence).length > 1 || ASKS.test(sentence)) && !isEmpty(sentence)
  );
}

function isMeant(sentence: string): boolean {
  return !isEmpty(sentence) && (ASKS.test(sentence) || TROUBLE.test(sentence) || WISH.test(sentence));
}

function isEmpty(sentence: string): boolean {
  return termsOf(sentence).length === 0;
}

function questionOf({
  sentence,
  around,
  at,
}: {
  sentence: string;
  around: readonly string[];
  at: number;
}): Question {
  // Another question has its own.
  const besides = (one: string | undefined) => (one === undefined || isPut(one) ? [] : [one]);
  const context = [...besides(around[at - 1]), sentence, ...besides(around[at + 1])].join(' ');
  return { title: cut(sentence, MAX_TITLE), summary: cut(context, MAX_SUMMARY) };
}

/** The same asked twice, as people do who wait, is one question. */
function distinct(questions: readonly Question[]): Question[] {
  const kept: { question: Question; terms: Set<string> }[] = [];
  for (const question of questions) {
    const terms = new Set(termsOf(question.title));
    const isSame = kept.some(({ terms: other }) => {
      const shared = [...terms].filter((term) => other.has(term)).length;
      return shared >= 0.6 * Math.min(terms.size, other.size);
    });
    if (!isSame) kept.push({ question, terms });
  }
  return kept.map(({ question }) => question);
}

/** Cut between words. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const short = text.slice(0, most - 1);
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}
