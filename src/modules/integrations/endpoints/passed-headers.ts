import type { IncomingHttpHeaders } from 'node:http';

/** Between two ends of one connection (RFC 9110, 7.6.1), and what the next connection says itself. */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
];
/** Cookies are for us: no script of others gets any. */
const NOT_TO_SCRIPTS = new Set([...OF_THE_CONNECTION, 'cookie', 'cookie2', 'authorization']);
/** Headers that would affect everything else on our origin. */
const NOT_FROM_SCRIPTS = new Set([
  ...OF_THE_CONNECTION,
  'content-encoding',
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'origin-agent-cluster',
  'access-control-allow-credentials',
  'x-content-type-options',
]);
/** Documents of scripts run, but as nobody: they are of no origin, so that they reach nothing of ours. */
export const SANDBOX =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * Headers of a request that a script receives.
 * @param authorization the header, when it is not a credential of this server.
 */
export function headersForScript(
  headers: IncomingHttpHeaders,
  authorization?: string,
): Record<string, string> {
  const passed: Record<string, string> = {};
  const named = connectionHeaders(headers.connection);
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_TO_SCRIPTS.has(name) || named.has(name)) continue;
    passed[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return authorization === undefined ? passed : { ...passed, authorization };
}

/**
 * Headers of a script's answer that reach the caller, sandboxed; `policy` is the integration's declared policy for its
 * documents.
 */
export function headersOfScript(
  headers: Readonly<Record<string, string>>,
  policy: string | undefined,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  const named = connectionHeaders(headers['connection']);
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_FROM_SCRIPTS.has(name) && !named.has(name)) passed[name] = value;
  }
  const own = headers['content-security-policy'];
  return {
    ...passed,
    'content-security-policy': [SANDBOX, policy, own].filter((part): part is string => Boolean(part)),
    'x-content-type-options': 'nosniff',
    'cache-control': headers['cache-control'] ?? 'no-store',
  };
}

function connectionHeaders(connection: string | undefined): Set<string> {
  return new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));
}
