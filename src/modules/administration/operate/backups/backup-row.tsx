import type { StoredBackup } from '#modules/backups/index.js';
import { Ago, ButtonForm, Copyable, Danger } from '#modules/member-pages/index.js';
import { fileSize } from '#modules/rendering/index.js';
import { formatCount } from '../figures.js';
import type { BackupRun } from './backup-runs.repository.js';

/** A backup, and what can be done about it. */
export function BackupRow({
  here,
  folder,
  backup: { name, bytes, at },
  version,
  lastRun,
  others,
  isNewest,
  canAct,
}: {
  here: string;
  folder: string;
  backup: StoredBackup;
  version: string | undefined;
  lastRun: BackupRun | undefined;
  /** Number of the other backups. */
  others: number;
  isNewest: boolean;
  /** False while a run has not ended. */
  canAct: boolean;
}) {
  return (
    <tr>
      <th scope="row" dir="ltr">
        {name}
      </th>
      <td>
        <Ago at={at} />
      </td>
      <td>{fileSize(bytes)}</td>
      <td>{version ?? 'Unknown'}</td>
      <td>
        <Verdict bytes={bytes} lastRun={lastRun} />
      </td>
      <td>
        {canAct && <Deeds here={here} name={name} loss={lossOf(others, isNewest)} />}
        <details>
          <summary aria-label={`Restore: ${name}`}>Restore</summary>
          <p>
            Stop the server, give it an empty database and the key of secrets, and say on the server, with its
            environment:
          </p>
          <Copyable label={`Command that restores ${name}`} value={restoreCommand(folder, name)} />
        </details>
      </td>
    </tr>
  );
}

function Deeds({ here, name, loss }: { here: string; name: string; loss: string }) {
  const deed = { action: here, whom: name, fields: { name } };
  return (
    <>
      <ButtonForm {...deed} does="verify" label="Verify" />
      <Danger {...deed} summary="Delete" does="delete" label="Delete the backup">
        <p>{loss} The file is deleted for good.</p>
      </Danger>
    </>
  );
}

/** A file of another length is not the one that was read. */
function Verdict({ bytes, lastRun }: { bytes: number; lastRun: BackupRun | undefined }) {
  if (lastRun?.state === 'failed')
    return (
      <>
        <span class="operate-level operate-problem">Failed</span>{' '}
        <Ago at={lastRun.endedAt ?? lastRun.createdAt} />: <span dir="auto">{lastRun.error}</span>
      </>
    );
  if (!lastRun || Number(lastRun.bytes) !== bytes) return <>Not yet</>;
  return (
    <>
      Good, <Ago at={lastRun.endedAt ?? lastRun.createdAt} />
    </>
  );
}

function lossOf(others: number, isNewest: boolean): string {
  if (others === 0)
    return 'It is the only backup here: if the database or the disk is lost, nothing brings the content of all organizations back.';
  const stay = others === 1 ? 'Another one stays' : `${formatCount(others)} others stay`;
  return isNewest
    ? `It is the newest backup: what changed since the one before is in no other. ${stay}.`
    : `Nobody can go back to the state of that time any more. ${stay}.`;
}

/** Quoted where a shell would take the path apart. */
function restoreCommand(folder: string, name: string): string {
  const path = `${folder.replace(/\/$/, '')}/${name}`;
  return `npx bindery restore ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}
