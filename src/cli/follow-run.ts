import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, ServerAway } from './api.js';
import { CliError } from './cli-error.js';
import type { Output } from './output.js';

export interface Warning {
  file: string;
  line: number;
  kind: string;
  message: string;
}

export interface Report {
  space: string;
  revision: string;
  pages: number;
  files: number;
  warnings: Warning[];
}

interface Run {
  id: string;
  state: 'running' | 'success' | 'failure';
  stage: keyof typeof STAGES;
  done: number;
  total: number;
  error?: string;
  report?: Report;
}

const STAGES = {
  repo_fetch: 'Fetching',
  config_check: 'Reading the structure',
  content_process: 'Reading pages',
  finalize: 'Saving',
};
const PAUSE_MS = 250;
/** Time for which a server may be away, restarting perhaps, before the command gives up. */
const PATIENCE_MS = 60_000;

/** Waits for the end of an import, showing how it goes. @throws CliError when it failed. */
export async function followRun(api: Api, output: Output, space: string, runId: string): Promise<Report> {
  let lastSeen = Date.now();
  for (;;) {
    try {
      const run = await api.get<Run>(`spaces/${space}/content/imports/${runId}`);
      lastSeen = Date.now();
      if (run.state === 'failure') throw new CliError(run.error ?? 'The import failed.');
      if (run.state === 'success' && run.report) return run.report;
      output.progress(`${STAGES[run.stage]}${run.total > 1 ? ` ${run.done}/${run.total}` : '…'}`);
    } catch (error) {
      if (!(error instanceof ServerAway) || Date.now() - lastSeen > PATIENCE_MS) throw error;
      output.progress('Waiting for the server…');
    }
    await sleep(PAUSE_MS);
  }
}
