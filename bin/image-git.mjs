/* Copies Git and a client of SSH with their libraries to a folder, for a container image: their packages bring Perl and much more. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const target = process.argv[2];
if (!target) throw new Error('Say which folder to copy to.');
mkdirSync(target, { recursive: true });

/** Every image has these, and they belong together. */
const SYSTEM = /^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|gcc_s|stdc\+\+))\.so/;

const say = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).trim();
const find = (name) => {
  try {
    return say('sh', '-c', `command -v ${name}`);
  } catch {
    return undefined;
  }
};

const [git, ssh] = [find('git'), find('ssh')];
if (!git || !ssh) {
  console.warn('This machine has no Git with a client of SSH; the image will do without.');
  process.exit();
}
const [http, https] = ['git-remote-http', 'git-remote-https'].map((name) =>
  join(say(git, '--exec-path'), name),
);
const programs = [git, ssh, http];
for (const path of new Set([...programs, ...programs.flatMap(librariesOf)])) copy(path);
// One program does both.
symlinkSync(basename(http), join(target, realpathSync(dirname(https)), basename(https)));

function librariesOf(program) {
  return [...say('ldd', realpathSync(program)).matchAll(/=> (\/\S+)/g)]
    .map(([, path]) => path)
    .filter((path) => !SYSTEM.test(basename(path)));
}

/** To the same place, as the file that a link leads to. */
function copy(path) {
  const to = join(target, realpathSync(dirname(path)), basename(path));
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(realpathSync(path), to);
  chmodSync(to, 0o755);
}
