import { fileSize } from '#modules/rendering/index.js';
import { formatDuration } from '../figures.js';
import { backupsFinding } from './backups-finding.js';
import type { HealthFacts } from './health-facts.types.js';
import { good, type Judgement, problem, warning } from './judgement.js';

/** One thing about the installation, judged. */
export interface Finding extends Judgement {
  part: string;
}

const GB = 1e9;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Judges what is known of an installation. */
export function findingsOf(facts: HealthFacts): Finding[] {
  const judged: Record<string, Judgement> = {
    Readiness: readiness(facts),
    Migrations: migrations(facts),
    'Database connections': connections(facts),
    Clock: clock(facts),
    Disk: disk(facts),
    Memory: memory(facts),
    'Event loop': eventLoop(facts),
    'Failed jobs': failedJobs(facts),
    'Waiting jobs': waitingJobs(facts),
    Clearing: clearing(facts),
    Backups: backupsFinding(facts),
    Mail: mail(facts),
    Address: address(facts),
  };
  return Object.entries(judged).map(([part, judgement]) => ({ part, ...judgement }));
}

function readiness({ checks }: HealthFacts): Judgement {
  const failed = Object.entries(checks).filter(([, outcome]) => outcome !== 'ok');
  if (failed.length === 0) return good(`${Object.keys(checks).join(', ')} are ready.`);
  return problem(
    `Not ready: ${failed.map(([name, outcome]) => `${name} (${outcome})`).join(', ')}.`,
    'Look into the log of the server: it names the cause. Balancers send no requests here meanwhile.',
  );
}

function migrations({ database }: HealthFacts): Judgement {
  const { migrations: count, lastMigration, unknownMigrations } = database;
  if (unknownMigrations === 0) return good(`${count} have run, ${lastMigration} last.`);
  return problem(
    `A newer version ran on this database: it has ${unknownMigrations} of ${count} migrations that this one does not know.`,
    'Start the newer version again, or go back to a copy of the database from before it.',
  );
}

function connections({ database: { connections: open, mostConnections: most } }: HealthFacts): Judgement {
  const text = `${open} of ${most} connections are open.`;
  if (open < most * 0.8) return good(text);
  return warning(text, 'Raise max_connections of PostgreSQL, or run fewer replicas: each takes up to 21.');
}

function clock({ clockDifferenceMs: difference }: HealthFacts): Judgement {
  const size = Math.abs(difference);
  if (size < 2 * SECOND) return good('This server and the database have the same time.');
  const text = `This server is ${formatDuration(size)} ${difference > 0 ? 'ahead of' : 'behind'} the database.`;
  const remedy =
    'Have both machines set their clocks by the network (NTP): expiry and order of events depend on it.';
  return size < 30 * SECOND ? warning(text, remedy) : problem(text, remedy);
}

function disk({ disk: { free, total, folder } }: HealthFacts): Judgement {
  const text = `${fileSize(free)} of ${fileSize(total)} are free where ${folder} is.`;
  const remedy =
    'Make room on the disk, or move DATA_DIR to a larger one: without room nothing can be saved.';
  if (free < GB / 2 || free < total * 0.02) return problem(text, remedy);
  return free < 2 * GB || free < total * 0.1 ? warning(text, remedy) : good(text);
}

function memory({ process: { heapBytes, heapLimit, residentBytes } }: HealthFacts): Judgement {
  const text = `This process has ${fileSize(residentBytes)}; ${fileSize(heapBytes)} of at most ${fileSize(heapLimit)} are its heap.`;
  if (heapBytes < heapLimit * 0.85) return good(text);
  return warning(text, 'Give the process more memory with NODE_OPTIONS=--max-old-space-size=<megabytes>.');
}

function eventLoop({ process: { delayMs, worstDelayMs } }: HealthFacts): Judgement {
  const text = `Requests waited ${Math.round(delayMs)} ms for their turn in the middle, at worst ${Math.round(worstDelayMs)} ms.`;
  if (worstDelayMs < 250) return good(text);
  return warning(text, 'If it stays so, give the server more processors, or run another replica.');
}

function failedJobs({ queues }: HealthFacts): Judgement {
  const failed = queues.filter((queue) => queue.failed > 0);
  if (failed.length === 0) return good('No job has failed for good in the last seven days.');
  const count = failed.reduce((sum, queue) => sum + queue.failed, 0);
  return warning(
    `${count} failed for good, among them ${failed[0]!.name}.`,
    'Read their errors under “Jobs”, mend the cause, and run them again.',
  );
}

function waitingJobs({ queues, now }: HealthFacts): Judgement {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const active = queues.reduce((sum, queue) => sum + queue.active, 0);
  const due = queues.filter((queue) => queue.dueSince !== null);
  const oldest = due.sort((a, b) => a.dueSince!.getTime() - b.dueSince!.getTime())[0];
  const age = oldest ? now.getTime() - oldest.dueSince!.getTime() : 0;
  const text = `${waiting} wait, ${active} are being worked on.`;
  if (!oldest || age < 10 * MINUTE) return good(text);
  const longer = `${text} The one that waits longest, ${oldest.name}, has been due for ${formatDuration(age)}.`;
  const remedy = 'Look under “Jobs” what holds the queue up; another replica works on the jobs too.';
  return age < HOUR ? warning(longer, remedy) : problem(longer, remedy);
}

function clearing({ lastPurge, now, process: { uptimeMs } }: HealthFacts): Judgement {
  if (lastPurge !== null && now.getTime() - lastPurge.getTime() < 3 * HOUR)
    return good(
      `Deleted spaces were cleared away ${formatDuration(now.getTime() - lastPurge.getTime())} ago.`,
    );
  if (uptimeMs < HOUR) return good('The server started a short while ago; clearing comes every hour.');
  return warning(
    lastPurge === null
      ? 'It is not known that deleted spaces were ever cleared away.'
      : `Deleted spaces were last cleared away ${formatDuration(now.getTime() - lastPurge.getTime())} ago.`,
    'It is the job spaces.purge, every hour. Look for it under “Jobs”.',
  );
}

function mail({ hasMail, hasPasswords }: HealthFacts): Judgement {
  if (hasMail) return good('Mail is sent over SMTP_URL. Send yourself one under “Mail and storage”.');
  const text = 'No mail is sent: invitations and links to sign in are handed over by people.';
  if (hasPasswords) return good(text);
  return warning(
    text,
    'Set SMTP_URL and MAIL_FROM, or PASSWORD_SIGN_IN=true: else people sign in by single sign-on or links only.',
  );
}

function address({ publicUrl }: HealthFacts): Judgement {
  const { hostname, protocol } = new URL(publicUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return warning(
      `PUBLIC_URL is ${publicUrl}, which opens on this machine alone.`,
      'Set PUBLIC_URL to the address that people use: links, mail and single sign-on are made of it.',
    );
  if (protocol !== 'https:')
    return warning(
      `PUBLIC_URL is ${publicUrl}, without encryption.`,
      'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
    );
  return good(`PUBLIC_URL is ${publicUrl}.`);
}
