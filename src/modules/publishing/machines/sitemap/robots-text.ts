/** Names of crawlers and assistants of AI services in robots.txt, as their operators document them. */
const AI_USER_AGENTS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'cohere-ai',
  'Diffbot',
  'DuckAssistBot',
  'Google-CloudVertexBot',
  'Google-Extended',
  'GPTBot',
  'Meta-ExternalAgent',
  'Meta-ExternalFetcher',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
  'PetalBot',
  'Timpibot',
  'YouBot',
];

/** Rules for one or more paths of a host. */
export interface RobotRules {
  /** Paths that no crawler may fetch. */
  closed: string[];
  /** Paths that AI services may not fetch. */
  closedToAgents: string[];
  sitemaps: string[];
}

/** A robots.txt. A crawler obeys only the most specific group for it, so paths closed to all are repeated for agents. */
export function robotsText({ closed, closedToAgents, sitemaps }: RobotRules): string {
  const groups = [group(['*'], closed)];
  if (closedToAgents.length > 0) groups.push(group(AI_USER_AGENTS, [...closed, ...closedToAgents]));
  if (sitemaps.length > 0) groups.push(sitemaps.map((url) => `Sitemap: ${url}`).join('\n'));
  return `${groups.join('\n\n')}\n`;
}

function group(agents: string[], closed: string[]): string {
  const rules = closed.length > 0 ? closed.map((path) => `Disallow: ${path}`) : ['Disallow:'];
  return [...agents.map((agent) => `User-agent: ${agent}`), ...rules].join('\n');
}
