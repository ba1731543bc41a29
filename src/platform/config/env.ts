import { resolve } from 'node:path';
import { EnvReader } from './env-reader.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Intervals at which backups are made; weekly ones on Sundays. */
export const BACKUPS_SCHEDULES = ['off', 'daily', 'weekly'] as const;
export type BackupsSchedule = (typeof BACKUPS_SCHEDULES)[number];

/** Everything an operator can set, read once at boot. Injected by its class. */
export class Config {
  /** TCP port; 0 asks the system for a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder for the embedded database and stored files. */
  readonly dataDir: string;
  /** PostgreSQL to use in place of the embedded server. */
  readonly databaseUrl?: string;
  /** The same database without the pooler that `databaseUrl` leads to; absent without a pooler. */
  readonly databaseDirectUrl?: string;
  /** Base of every URL in answers, without a trailing slash; may carry a path prefix. */
  readonly publicUrl: string;
  /** Wildcard domain under which sites are served by organization hostname. */
  readonly sitesDomain?: string;
  /** Addresses on other websites that need no further proof, with the ids of the organizations that have them. */
  readonly provenAddresses: ReadonlyMap<string, string>;
  readonly adminToken?: string;
  readonly adminEmail?: string;
  readonly demo: boolean;
  /** `file:<folder>` or `s3://bucket?endpoint=…`. */
  readonly storageUrl: string;
  /** Requests a minute and token; 0 turns the limit off. */
  readonly rateLimitPerMinute: number;
  /** Origins whose scripts may call the API from a browser; `*` stands for all of them. */
  readonly corsOrigins: readonly string[];
  /** Bearer token that `/metrics` wants; without one it answers this machine alone. */
  readonly metricsToken?: string;
  /** TCP port at which `/metrics` is answered without a token. Without it, there is no such port. */
  readonly metricsPort?: number;
  readonly allowPrivateNetwork: boolean;
  /** Proxies whose word counts on where requests come from: how many there are, or their addresses and networks. */
  readonly trustProxy: number | readonly string[];
  /** Days for which audit events are kept; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  /** Absolute path of the folder that backups are written to; none are made here without. */
  readonly backupsDir?: string;
  readonly backupsSchedule: BackupsSchedule;
  /** Hour of the day, in UTC, at which a scheduled backup begins. */
  readonly backupsHour: number;
  /** Backups that are kept, the newest ones; 0 keeps all. */
  readonly backupsKeep: number;
  readonly logLevel: LogLevel;
  /** Server that mail is sent over; none is sent without. May hold a password. */
  readonly smtpUrl?: string;
  /** People sign in with passwords. */
  readonly passwordSignIn: boolean;
  /** Sender of mail: an address, or `Name <address>`. Set where `smtpUrl` is. */
  readonly mailFrom?: string;

  /** Server that reads conversations: one that speaks the OpenAI protocol, up to `/v1`. Nothing leaves the machine without. */
  readonly conversationsUrl?: string;
  /** Chat model that finds the questions in conversations. */
  readonly conversationsModel?: string;
  /** Model that compares questions. */
  readonly conversationsEmbeddingModel?: string;
  readonly conversationsKey?: string;

  /** Server that translates: one that speaks the OpenAI protocol, up to `/v1`. Texts are pseudo-localised without. */
  readonly translatorUrl?: string;
  /** Chat model that translates. Set where `translatorUrl` is. */
  readonly translatorModel?: string;
  readonly translatorKey?: string;

  /** Renderer elsewhere that is told what to read again, without a trailing slash. Nobody is told without. */
  readonly rendererUrl?: string;
  /** Signs what it is told. */
  readonly rendererSecret?: string;

  /** Git's program, or `none`; the one on the path when absent. */
  readonly gitBinary?: string;
  /** Megabytes for repositories that are kept on this machine between runs; 0 keeps none. */
  readonly gitCacheMb: number;

  /** Names of the variables that were set. */
  readonly given: ReadonlySet<string>;

  /** Key that secrets are encrypted with: 32 bytes in base64. Made in `dataDir` when absent. */
  readonly secretsKey?: string;

  constructor(values: Omit<Config, 'basePath'>) {
    Object.assign(this, values);
  }

  /** Path of `publicUrl`, without a trailing slash: empty at the root of a host. */
  get basePath(): string {
    return new URL(this.publicUrl).pathname.replace(/\/$/, '');
  }
}

/** Names every problem of the environment at once, so that an operator fixes them in one go. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n- ${problems.join('\n- ')}`,
    );
  }
}

/**
 * Reads the configuration from environment variables (the only place that does).
 * @throws ConfigError naming every variable that is wrong and what would be right.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const reader = new EnvReader(env);
  const port = reader.integer('PORT', 3000, 0, 65535);
  const dataDir = resolve(reader.text('DATA_DIR') ?? 'data');
  const config = new Config({
    port,
    host: reader.text('HOST') ?? '127.0.0.1',
    dataDir,
    ...readDatabase(reader),
    publicUrl: (reader.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(
      /\/+$/,
      '',
    ),
    sitesDomain: reader.domain('SITES_DOMAIN'),
    provenAddresses: reader.pairs(
      'PROVEN_ADDRESSES',
      /^([\w-]+\.)*[\w-]+\.[a-z]{2,}(\/[\w-]+)*=[\w-]+$/,
      'addresses with the ids of their organizations, as in "example.com/docs=4cV3rNQh7mLw9sXb, docs.example.org=…"',
    ),
    adminToken: reader.pattern(
      'ADMIN_TOKEN',
      /^(?=.{16,256}$)[\w.~+/-]+=*$/,
      '16 to 256 characters that a bearer token may have: letters, digits and -._~+/',
    ),
    adminEmail: reader.pattern('ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/, 'a mail address'),
    demo: reader.boolean('DEMO', true),
    storageUrl: reader.url('STORAGE_URL', ['file:', 's3:']) ?? `file:${dataDir}/files`,
    rateLimitPerMinute: reader.integer('RATE_LIMIT_PER_MINUTE', 1000, 0, 10_000_000),
    corsOrigins: reader.origins('CORS_ORIGINS'),
    ...readMetrics(reader),
    allowPrivateNetwork: reader.boolean('ALLOW_PRIVATE_NETWORK', false),
    trustProxy: reader.proxies('TRUST_PROXY'),
    auditRetentionDays: reader.integer('AUDIT_RETENTION_DAYS', 365, 0, 36_500),
    ...readBackups(reader),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    secretsKey: reader.text('SECRETS_KEY'),
    gitBinary: reader.text('GIT_BINARY'),
    gitCacheMb: reader.integer('GIT_CACHE_MB', 1024, 0, 1_000_000),
    ...readServers(reader),
    ...readMail(reader),
    given: reader.given,
  });
  checkTogether(config, reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/** The database, and the way around a pooler in front of it. */
function readDatabase(reader: EnvReader) {
  const protocols = ['postgres:', 'postgresql:'];
  return {
    databaseUrl: reader.url('DATABASE_URL', protocols),
    databaseDirectUrl: reader.url('DATABASE_DIRECT_URL', protocols),
  };
}

/** Guards of the figures of the process. */
function readMetrics(reader: EnvReader) {
  return {
    metricsToken: reader.pattern(
      'METRICS_TOKEN',
      /^(?=.{16,256}$)[\w.~+/-]+=*$/,
      '16 to 256 characters that a bearer token may have: letters, digits and -._~+/',
    ),
    metricsPort: reader.text('METRICS_PORT') ? reader.integer('METRICS_PORT', 9464, 1, 65535) : undefined,
  };
}

/** A folder that is set gets a backup every day, unless another schedule is set. */
function readBackups(reader: EnvReader) {
  const folder = reader.text('BACKUPS_DIR');
  return {
    backupsDir: folder === undefined ? undefined : resolve(folder),
    backupsSchedule: reader.oneOf(
      'BACKUPS_SCHEDULE',
      BACKUPS_SCHEDULES,
      folder === undefined ? 'off' : 'daily',
    ),
    backupsHour: reader.integer('BACKUPS_HOUR', 2, 0, 23),
    backupsKeep: reader.integer('BACKUPS_KEEP', 14, 0, 10_000),
  };
}

/** The way of mail to people, and theirs without it. */
function readMail(reader: EnvReader) {
  return {
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    passwordSignIn: reader.boolean('PASSWORD_SIGN_IN', reader.text('SMTP_URL') === undefined),
    mailFrom: reader.pattern(
      'MAIL_FROM',
      /^(?:[^<>@\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'a mail address, or a name with one as in "Docs <docs@example.com>"',
    ),
  };
}

/** Servers that the operator chose, and what is asked or told there. */
function readServers(reader: EnvReader) {
  return {
    conversationsUrl: reader.url('CONVERSATIONS_URL', ['http:', 'https:']),
    conversationsModel: reader.text('CONVERSATIONS_MODEL'),
    conversationsEmbeddingModel: reader.text('CONVERSATIONS_EMBEDDING_MODEL'),
    conversationsKey: reader.text('CONVERSATIONS_KEY'),
    translatorUrl: reader.url('TRANSLATOR_URL', ['http:', 'https:']),
    translatorModel: reader.text('TRANSLATOR_MODEL'),
    translatorKey: reader.text('TRANSLATOR_KEY'),
    rendererUrl: reader.url('RENDERER_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    rendererSecret: reader.text('RENDERER_SECRET'),
  };
}

/** Checks that involve more than one variable. */
function checkTogether(config: Config, reader: EnvReader): void {
  const { problems } = reader;
  if (config.secretsKey !== undefined && Buffer.from(config.secretsKey, 'base64').length !== 32)
    problems.push('SECRETS_KEY must be 32 bytes in base64; `openssl rand -base64 32` makes one.');
  if (config.databaseDirectUrl !== undefined && !config.databaseUrl)
    problems.push(
      'DATABASE_URL must be set where DATABASE_DIRECT_URL is: the pooler in front of the same database.',
    );
  if (config.conversationsUrl && !config.conversationsModel && !config.conversationsEmbeddingModel)
    problems.push(
      'CONVERSATIONS_MODEL or CONVERSATIONS_EMBEDDING_MODEL must be set where CONVERSATIONS_URL is: the model that is asked there.',
    );
  if (config.translatorUrl && !config.translatorModel)
    problems.push('TRANSLATOR_MODEL must be set where TRANSLATOR_URL is: the model that is asked there.');
  if (config.rendererSecret !== undefined && !config.rendererUrl)
    problems.push(
      'RENDERER_URL must be set where RENDERER_SECRET is: the renderer that is told what to read again.',
    );
  if (config.backupsSchedule !== 'off' && config.backupsDir === undefined)
    problems.push(
      'BACKUPS_DIR must be set where BACKUPS_SCHEDULE is: the folder that backups are written to.',
    );
  if (config.smtpUrl !== undefined && !reader.text('MAIL_FROM'))
    problems.push('MAIL_FROM must be set where SMTP_URL is: the address that mail comes from.');
}

/** The search path for programs that we start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** File of authorities that Node.js trusts beside its own, which programs beside it are to trust too. */
export function extraCertificates(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['NODE_EXTRA_CA_CERTS'] || undefined;
}

/** Settings of the command line from the environment; its options win. */
export interface CliEnv {
  url: string;
  token?: string;
}

/** @throws ConfigError when BINDERY_URL is not a URL. */
export function readCliEnv(env: NodeJS.ProcessEnv = process.env): CliEnv {
  const reader = new EnvReader(env);
  const url = reader.url('BINDERY_URL', ['http:', 'https:']) ?? 'http://localhost:3000';
  const token = reader.text('BINDERY_TOKEN');
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return { url, ...(token === undefined ? {} : { token }) };
}
