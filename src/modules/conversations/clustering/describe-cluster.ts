import { wordsOf } from '../language/terms.js';
import { cosine, middleOf, type Vector } from '../language/vector.js';

/** What of an issue a description is made from. */
export interface DescribedIssue {
  title: string;
  summary: string;
  terms: readonly string[];
  vector: Vector | null;
}

const MOST_LABEL = 100;
const EXAMPLES = 3;
/** A cluster is found by so many of its words. */
const MOST_TERMS = 60;

/** Icons by what the words of a cluster are about, the first that fits. */
const ICONS: [RegExp, string][] = [
  [/^(login|log|sign|signin|password|sso|saml|auth|account|2fa|otp)/, 'user-lock'],
  [/^(invoic|bill|pay|price|charg|refund|card|subscript|plan|cost|tax|bank|money)/, 'credit-card'],
  [/^(error|fail|crash|bug|broken|exception|timeout|500|404)/, 'triangle-exclamation'],
  [/^(api|endpoint|request|webhook|sdk|curl|token|key|json)/, 'code'],
  [/^(install|deploy|docker|server|host|upgrad|updat|version|kubernet)/, 'server'],
  [/^(mail|email|notif|messag|smtp)/, 'envelope'],
  [/^(invit|member|team|user|role|permiss|access)/, 'users'],
  [/^(domain|dns|url|link|redirect|ssl|tls|certif)/, 'globe'],
  [/^(import|export|migrat|sync|download|upload|backup|git|github)/, 'arrow-right-arrow-left'],
  [/^(search|find|filter)/, 'magnifying-glass'],
  [/^(theme|color|font|logo|design|style|css|custom|dark)/, 'palette'],
  [/^(translat|languag|locale)/, 'language'],
  [/^(set|config|option|prefer)/, 'gear'],
  [/^(chart|report|analyt|statist|insight)/, 'chart-line'],
  [/^(date|time|calendar|schedul|remind)/, 'calendar'],
];

/** What a cluster is called: the question of a member that says best what all say, and a few more in their own words. */
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
    return shared + central - Math.max(0, length - 12) * 0.02;
  };
  const ranked = issues
    .map((issue) => ({ issue, rank: typical(issue) }))
    .sort((a, b) => b.rank - a.rank || a.issue.title.localeCompare(b.issue.title))
    .map(({ issue }) => issue);
  const titles = [...new Set(ranked.map(({ title }) => title))];
  const label = capital((titles[0] ?? '').slice(0, MOST_LABEL));
  const also = titles.slice(1, EXAMPLES + 1);
  const common = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([term]) => term);
  const top = common.slice(0, 6);
  const icon = ICONS.find(([pattern]) => top.some((term) => pattern.test(term)))?.[1] ?? 'circle-question';
  const first = ranked[0]?.summary ?? '';
  return {
    label,
    summary: also.length === 0 ? first : `${first}\n\nAlso: ${also.join(' · ')}`,
    icon,
    terms: common.slice(0, MOST_TERMS),
    middle,
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
