import { wordsOf } from '../language/terms.js';
import { cosine, middleOf, type Vector } from '../language/vector.js';

/** Members of an issue from which a description is made. */
export interface DescribedIssue {
  title: string;
  summary: string;
  terms: readonly string[];
  vector: Vector | null;
}

/** Questions about something that was said before say less by themselves. */
const POINTING = /\b(?:this|that|it|these|those|there)\b/i;
const MAX_LABEL = 100;
const EXAMPLES = 3;
/** A cluster is found by so many of its words. */
const MAX_TERMS = 60;

/** Icons by what the words of a cluster are about, the first that fits. */
const ICONS: [RegExp, string][] = [
  [
    /^(login|log|sign|signin|anmeld|password|passwort|contraseñ|パスワード|密码|sso|saml|auth|account|2fa|otp)/,
    'user-lock',
  ],
  [
    /^(invoic|rechnung|factur|請求|bill|pay|price|charg|refund|card|subscript|plan|cost|tax|bank|money)/,
    'credit-card',
  ],
  [/^(error|fail|crash|bug|broken|exception|timeout|500|404)/, 'triangle-exclamation'],
  [/^(api|endpoint|request|webhook|sdk|curl|token|key|json)/, 'code'],
  [/^(install|deploy|docker|server|host|upgrad|updat|version|kubernet)/, 'server'],
  [/^(mail|email|notif|messag|smtp)/, 'envelope'],
  [/^(invit|einlad|招待|チーム|equip|member|team|user|role|permiss|access)/, 'users'],
  [/^(domain|dominio|ドメイン|域名|dns|url|link|redirect|ssl|tls|certif)/, 'globe'],
  [/^(import|export|エクスポート|migrat|sync|download|upload|backup|git|github)/, 'arrow-right-arrow-left'],
  [/^(search|find|filter)/, 'magnifying-glass'],
  [/^(theme|color|font|logo|design|style|css|custom|dark)/, 'palette'],
  [/^(translat|languag|locale)/, 'language'],
  [/^(set|config|option|prefer)/, 'gear'],
  [/^(chart|report|analyt|statist|insight)/, 'chart-line'],
  [/^(date|time|calendar|schedul|remind)/, 'calendar'],
];

/** Title and description of a cluster: its most typical question, and a few more in their own words. */
export function describeCluster(issues: readonly DescribedIssue[]) {
  const counts = new Map<string, number>();
  for (const { terms } of issues) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const vectors = issues.flatMap(({ vector }) => (vector ? [vector] : []));
  const middle = vectors.length > 0 ? middleOf(vectors) : null;
  const typical = (issue: DescribedIssue): number => {
    const words = issue.terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0);
    const shared = words / (issue.terms.length + 1) / issues.length;
    const central = middle && issue.vector ? cosine(issue.vector, middle) : 0;
    const length = wordsOf(issue.title).length;
    const pointing = POINTING.test(issue.title) ? 0.08 : 0;
    return shared + central - pointing - Math.max(0, length - 12) * 0.02;
  };
  const ranked = issues
    .map((issue) => ({ issue, rank: typical(issue) }))
    .sort((a, b) => b.rank - a.rank || a.issue.title.localeCompare(b.issue.title))
    .map(({ issue }) => issue);
  const label = capital(bare(ranked[0]?.title ?? '').slice(0, MAX_LABEL));
  const also = otherWordings(ranked);
  const common = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([term]) => term);
  const top = common.slice(0, 6);
  const icon = ICONS.find(([pattern]) => top.some((term) => pattern.test(term)))?.[1] ?? 'circle-question';
  const first = ranked[0]?.summary ?? '';
  return {
    label,
    summary: also.length === 0 ? first : `${first}\n\nAlso: ${also.join(' · ')}`,
    icon,
    terms: common.slice(0, MAX_TERMS),
    middle,
  };
}

/** A few members that put it in other words than the first, and than each other. */
function otherWordings(ranked: readonly DescribedIssue[]): string[] {
  const shown = ranked.slice(0, 1);
  for (const issue of ranked) {
    if (shown.length > EXAMPLES) break;
    if (shown.every((other) => !isSameWording(issue, other))) shown.push(issue);
  }
  return shown.slice(1).map(({ title }) => bare(title));
}

function isSameWording(one: DescribedIssue, other: DescribedIssue): boolean {
  if (one.title.toLowerCase() === other.title.toLowerCase()) return true;
  const known = new Set(other.terms);
  const shared = one.terms.filter((term) => known.has(term)).length;
  return shared === one.terms.length && shared === other.terms.length;
}

/** Without what people say before and after what they ask. */
function bare(title: string): string {
  const short = title
    .replace(/^(?:(?:so|and|but|also|well|ok(?:ay)?|um|please|hmm|now)[\s,]+)+(?=\S+\s+\S)/i, '')
    .replace(/[\s,]+please(?=[.!?]?$)/i, '');
  return short.trim() || title;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
