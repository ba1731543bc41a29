import { formatDuration } from '../figures.js';
import { lastDue } from '../backups/backup-schedule.js';
import type { HealthFacts } from './health-facts.types.js';
import { good, type Judgement, problem, warning } from './judgement.js';

/** Time that a backup may take after it was due. */
const GRACE_MS = 3 * 3_600_000;
/** An installation that just started makes its first backup within minutes. */
const FIRST_MS = 3_600_000;

/** Judges the backups of the installation: whether there are any, how old the newest is, and what failed. */
export function backupsFinding({ backups, now, process: { uptimeMs } }: HealthFacts): Judgement {
  const { folder, problem: unreadable, isOffByChoice, newest, damaged, lastError, schedule } = backups;
  if (folder === null) return withoutFolder(isOffByChoice);
  if (unreadable !== null)
    return problem(`The folder ${folder} cannot be read.`, `${unreadable} Backups are listed there.`);
  const age = newest && `The newest is ${formatDuration(now.getTime() - newest.getTime())} old.`;
  const due = lastDue(schedule, new Date(now.getTime() - GRACE_MS));
  if (due !== null && (newest === null ? uptimeMs > FIRST_MS : newest < due))
    return problem(
      `No backup was made since it was due. ${age ?? 'There never was one.'} ${lastError ?? ''}`.trim(),
      'Look under “Backups” why, and make one there.',
    );
  if (lastError !== null)
    return warning(
      `The last backup failed: ${lastError}. ${age ?? ''}`.replace('..', '.').trim(),
      'Mend the cause, and make one under “Backups”.',
    );
  if (damaged.length > 0)
    return warning(
      `${damaged.length === 1 ? `${damaged[0]} was` : `${damaged.length} backups were`} found damaged. ${age ?? ''}`.trim(),
      'Check the disk that they are on, make another one under “Backups”, and delete what is damaged.',
    );
  if (newest !== null) return good(age!);
  if (due !== null) return good('The first backup is made within minutes after the start.');
  return warning(
    `There is no backup in ${folder}, and none is scheduled.`,
    'Make one under “Backups”, or set BACKUPS_SCHEDULE.',
  );
}

function withoutFolder(isOffByChoice: boolean): Judgement {
  if (isOffByChoice)
    return good('BACKUPS_SCHEDULE is off: backups are made in another way, which is not watched here.');
  return warning(
    'The server makes no backups.',
    'Set BACKUPS_DIR to a folder on another disk; or BACKUPS_SCHEDULE=off, where backups are made in another way.',
  );
}
