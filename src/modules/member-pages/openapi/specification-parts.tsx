import type { SpecRecord } from '#modules/openapi/index.js';
import { MemberTime } from '../member-time.js';

/** Result of the latest reading of the source. */
export function Reading({ spec }: { spec: SpecRecord }) {
  const { processingState, lastProcessedAt, lastErrorCode } = spec;
  if (processingState !== 'complete') return <>Waits to be read</>;
  return (
    <>
      {lastErrorCode === null ? 'Read' : 'Failed'}
      {lastProcessedAt !== null && (
        <>
          {' '}
          <MemberTime at={lastProcessedAt} />
        </>
      )}
    </>
  );
}

/** Address of the source. */
export function Source({ url }: { url: string | null }) {
  if (url === null) return <>Given as text</>;
  return <bdi>{url}</bdi>;
}
