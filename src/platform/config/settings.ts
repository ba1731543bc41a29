import type { Config } from './env.js';

/** A setting of the environment, as operators read about it. */
export interface Setting {
  /** Name of the variable. */
  name: string;
  member: keyof Config;
  meaning: string;
  /** `whole`: nothing of the value is shown. `url`: an address, which is shown without what may be secret in it. */
  secret?: 'whole' | 'url';
}

/** Every setting, in the order of docs/operate/configuration.md, which says more about each. */
export const SETTINGS: readonly Setting[] = [
  { name: 'PORT', member: 'port', meaning: 'TCP port that it listens at.' },
  { name: 'HOST', member: 'host', meaning: 'Network address that it listens at.' },
  { name: 'DATA_DIR', member: 'dataDir', meaning: 'Folder of the embedded database and of stored files.' },
  {
    name: 'DATABASE_URL',
    member: 'databaseUrl',
    meaning: 'PostgreSQL instead of the embedded one.',
    secret: 'url',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    member: 'databaseDirectUrl',
    meaning: 'The same database without the pooler that DATABASE_URL leads to.',
    secret: 'url',
  },
  { name: 'PUBLIC_URL', member: 'publicUrl', meaning: 'Base of every address in answers.' },
  { name: 'SITES_DOMAIN', member: 'sitesDomain', meaning: 'Wildcard domain for sites.' },
  {
    name: 'PROVEN_ADDRESSES',
    member: 'provenAddresses',
    meaning: 'Addresses of sites that need no further proof, with their organizations.',
  },
  { name: 'ADMIN_EMAIL', member: 'adminEmail', meaning: 'Address of the person of the first start.' },
  {
    name: 'ADMIN_TOKEN',
    member: 'adminToken',
    meaning: 'Token of the person of the first start.',
    secret: 'whole',
  },
  { name: 'DEMO', member: 'demo', meaning: 'Adds the demo site on the first start.' },
  { name: 'STORAGE_URL', member: 'storageUrl', meaning: 'Folder or bucket of stored files.', secret: 'url' },
  {
    name: 'SECRETS_KEY',
    member: 'secretsKey',
    meaning: 'Key that secrets of integrations are encrypted with; made in DATA_DIR where it is not set.',
    secret: 'whole',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    member: 'rateLimitPerMinute',
    meaning: 'Requests a minute and token; 0 turns the limit off.',
  },
  {
    name: 'CORS_ORIGINS',
    member: 'corsOrigins',
    meaning: 'Origins whose scripts may call the API from a browser; * stands for all.',
  },
  { name: 'METRICS_TOKEN', member: 'metricsToken', meaning: 'Bearer token for /metrics.', secret: 'whole' },
  { name: 'METRICS_PORT', member: 'metricsPort', meaning: 'Port at which /metrics wants no token.' },
  {
    name: 'ALLOW_PRIVATE_NETWORK',
    member: 'allowPrivateNetwork',
    meaning: 'Lets requests to addresses of users reach the private network.',
  },
  { name: 'TRUST_PROXY', member: 'trustProxy', meaning: 'Reverse proxies in front, by number or address.' },
  { name: 'GIT_BINARY', member: 'gitBinary', meaning: "Git's program, or none." },
  {
    name: 'GIT_CACHE_MB',
    member: 'gitCacheMb',
    meaning: 'Megabytes of repositories that are kept on this machine between runs; 0 keeps none.',
  },
  {
    name: 'AUDIT_RETENTION_DAYS',
    member: 'auditRetentionDays',
    meaning: 'Days for which audit logs are kept; 0 keeps them for ever.',
  },
  { name: 'BACKUPS_DIR', member: 'backupsDir', meaning: 'Folder that backups are written to.' },
  {
    name: 'BACKUPS_SCHEDULE',
    member: 'backupsSchedule',
    meaning: 'Interval at which backups are made: off, daily or weekly.',
  },
  { name: 'BACKUPS_HOUR', member: 'backupsHour', meaning: 'Hour at which it is made, in UTC.' },
  { name: 'BACKUPS_KEEP', member: 'backupsKeep', meaning: 'Backups that are kept; 0 keeps all.' },
  { name: 'LOG_LEVEL', member: 'logLevel', meaning: 'Least important log lines that are written.' },
  {
    name: 'SMTP_URL',
    member: 'smtpUrl',
    meaning: 'Server that mail is sent over; no mail without.',
    secret: 'url',
  },
  { name: 'PASSWORD_SIGN_IN', member: 'passwordSignIn', meaning: 'Lets people sign in with a password.' },
  { name: 'MAIL_FROM', member: 'mailFrom', meaning: 'Sender of mail.' },
  {
    name: 'RENDERER_URL',
    member: 'rendererUrl',
    meaning: 'Renderer elsewhere that is told of changes.',
    secret: 'url',
  },
  {
    name: 'RENDERER_SECRET',
    member: 'rendererSecret',
    meaning: 'Signs what the renderer is told.',
    secret: 'whole',
  },
  { name: 'TRANSLATOR_URL', member: 'translatorUrl', meaning: 'Server that translates.', secret: 'url' },
  { name: 'TRANSLATOR_MODEL', member: 'translatorModel', meaning: 'Chat model that translates.' },
  {
    name: 'TRANSLATOR_KEY',
    member: 'translatorKey',
    meaning: 'Bearer token for TRANSLATOR_URL.',
    secret: 'whole',
  },
  {
    name: 'CONVERSATIONS_URL',
    member: 'conversationsUrl',
    meaning: 'Server that reads conversations.',
    secret: 'url',
  },
  { name: 'CONVERSATIONS_MODEL', member: 'conversationsModel', meaning: 'Chat model that finds questions.' },
  {
    name: 'CONVERSATIONS_EMBEDDING_MODEL',
    member: 'conversationsEmbeddingModel',
    meaning: 'Model that compares questions.',
  },
  {
    name: 'CONVERSATIONS_KEY',
    member: 'conversationsKey',
    meaning: 'Bearer token for CONVERSATIONS_URL.',
    secret: 'whole',
  },
];

/** Members of the query of STORAGE_URL that hold no secret. */
const SHOWN_PARAMETERS: ReadonlySet<string> = new Set(['endpoint', 'region', 'pathStyle', 'sslmode']);
export const HIDDEN = '…';

/** The value of a setting for people: `null` where it has no value. Nothing of a secret is in it. */
export function shownValue(config: Config, { member, secret }: Setting): string | null {
  const value = config[member];
  if (value === undefined || value === '') return null;
  if (secret === 'whole') return HIDDEN;
  if (typeof value === 'string') return secret === 'url' ? withoutCredentials(value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return 'get' in value ? pairsOf(value) : [...value].join(', ');
}

function pairsOf(value: ReadonlyMap<string, string>): string | null {
  return value.size === 0 ? null : [...value].map(([key, of]) => `${key}=${of}`).join(', ');
}

/** An address without names, passwords and what else may be secret in it. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return HIDDEN;
  const { protocol, username, password, host, pathname, searchParams } = new URL(text);
  const slashes = protocol === 'file:' ? '' : '//';
  const credentials = username !== '' || password !== '' ? `${HIDDEN}@` : '';
  const query = [...searchParams].map(([name, value]) =>
    SHOWN_PARAMETERS.has(name) ? `${name}=${withoutUser(value)}` : `${name}=${HIDDEN}`,
  );
  return `${protocol}${slashes}${credentials}${host}${pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** A parameter such as an endpoint may be an address with a password itself. */
function withoutUser(value: string): string {
  return value.replace(/^(\w+:\/\/)[^/]*@/, `$1${HIDDEN}@`);
}
