import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openFolder } from '#modules/git/index.js';
import { checkPage } from './fidelity/check-page.js';
import { type ChangedFile, writeBack, writeBackEdited } from './fidelity/write-back.js';

/** Share of pages that must survive the round trip without any loss. */
const REQUIRED = 99.5;

const SHOWN = 12;

/**
 * `fidelity <folder>`: prints what each Markdown file in a folder loses, the share of those that lose nothing, and the files
 * that change when the folder is written back.
 */
async function main(): Promise<void> {
  const folder = process.argv[2];
  if (folder === undefined) {
    console.error('Usage: npm run fidelity -- <folder>');
    process.exitCode = 2;
    return;
  }
  const files = await markdownFiles(folder);
  let clean = 0;
  let warnings = 0;
  for (const file of files) {
    const report = checkPage(await readFile(file, 'utf8'));
    warnings += report.warnings.length;
    if (report.losses.length === 0) clean += 1;
    else console.log(describe(relative(folder, file), report.losses));
  }
  const share = files.length === 0 ? 100 : (100 * clean) / files.length;
  console.log(
    `${clean} of ${files.length} pages keep everything (${share.toFixed(1)} %), ${warnings} warnings`,
  );
  const tree = await openFolder(folder);
  const untouched = await writeBack(tree);
  for (const { path, lines } of untouched) console.log(`  changes: ${path} (${lines} lines)`);
  console.log(`Written back without an edit, ${counted(untouched)} change.`);
  const edited = await writeBackEdited(tree);
  const larger = edited.filter(({ lines }) => lines > 1);
  for (const { path, lines } of larger.slice(0, SHOWN)) console.log(`  one word: ${path} (${lines} lines)`);
  console.log(
    `With a word added to a block of each page, ${counted(edited)} change; ${larger.length} files change more than a line.`,
  );
  if (share < REQUIRED || untouched.length > 0) process.exitCode = 1;
}

function counted(files: readonly ChangedFile[]): string {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  return `${files.length} files and ${lines} lines`;
}

function describe(file: string, losses: string[]): string {
  const shown = losses
    .slice(0, SHOWN)
    .map((loss) => `  lost: ${loss.length > 200 ? `${loss.slice(0, 200)}…` : loss}`);
  const more = losses.length > SHOWN ? [`  and ${losses.length - SHOWN} more`] : [];
  return [file, ...shown, ...more].join('\n');
}

async function markdownFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.md')) found.push(join(entry.parentPath, entry.name));
  }
  return found.sort();
}

await main();
// Threads of conversions would keep the process alive.
process.exit();
