import { filesProgress, folderProgress, type RunProgress } from '#modules/member-pages/browser.js';
import { api, ApiError } from '../api.js';

type FolderRun = Parameters<typeof folderProgress>[0] & { state: string };
type FilesRun = { status: string; items?: Parameters<typeof filesProgress>[0] };

const VISIBLE = 1000;
const HIDDEN = 10_000;

const place = document.querySelector<HTMLElement>('[data-run]');
if (place) void follow(place, place.dataset['run'] ?? '');

/** Shows how far an import is until it ends; then the page is loaded again, with its report. */
async function follow(shown: HTMLElement, path: string): Promise<void> {
  const words = shown.querySelector('strong')!;
  const bar = shown.querySelector('progress')!;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? HIDDEN : VISIBLE));
    const progress = await ask(path);
    if (progress === 'ended') return location.reload();
    if (progress === null) continue;
    if (words.textContent !== progress.words) words.textContent = progress.words;
    if (progress.share !== null) bar.value = progress.share;
    else bar.removeAttribute('value');
  }
}

/** Null while the server is away. An ended session or an import that is gone ends it, too: the page says so. */
async function ask(path: string): Promise<RunProgress | 'ended' | null> {
  try {
    const run = await api<FolderRun | FilesRun>(path);
    if ('state' in run) return run.state === 'running' ? folderProgress(run) : 'ended';
    return run.status === 'pending' || run.status === 'in-progress' ? filesProgress(run.items) : 'ended';
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'ended' : null;
  }
}
