import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { ignoredBy, parseDockerfile, type Step } from './dockerfile.js';

/** The user `node` of Node's images. */
export const NODE_USER = 1000;

/** The outcome of a stage: its files below `root`, and how its command is started. */
export interface Image {
  root: string;
  workdir: string;
  user: string;
  /** Values that name a path of the image name it below `root`. */
  env: Record<string, string>;
  command: string[];
  healthcheck: string[];
}

/**
 * Does in a folder what `docker build` does with a Dockerfile, and answers the last stage. Root of each stage is a folder, and what
 * `npm ci` would fetch is what is installed in the context already.
 * @throws for a step that fails, that names a file that is gone, or that nobody taught this how to play.
 */
export function playDockerfile(context: string, folder: string): Image {
  const images = new Map<string, Image>();
  const standIns = makeStandIns(folder, join(context, 'node_modules'));
  const ignored = ignoredBy(readFileSync(join(context, '.dockerignore'), 'utf8'));
  for (const stage of parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    const base = images.get(stage.base);
    if (base) throw new Error(`${stage.name}: a stage on top of another is not played yet.`);
    const image = newImage(join(folder, 'stages', stage.name));
    for (const step of stage.steps) {
      if (step.name === 'COPY') copy(step, image, { context, ignored, images });
      else if (step.name === 'RUN') run(step, image, standIns);
      else apply(step, image);
    }
    images.set(stage.name, image);
  }
  const last = [...images.values()].at(-1);
  if (!last) throw new Error('The Dockerfile has no stage.');
  return last;
}

function newImage(root: string): Image {
  mkdirSync(root, { recursive: true });
  return { root, workdir: '/', user: 'root', env: {}, command: [], healthcheck: [] };
}

function apply(step: Step, image: Image): void {
  if (step.name === 'WORKDIR') {
    image.workdir = posix.resolve(image.workdir, step.text);
    mkdirSync(join(image.root, image.workdir), { recursive: true });
  } else if (step.name === 'ENV') {
    for (const word of step.words) {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? fail(step, 'is no list of name=value');
      image.env[name] = value.startsWith('/') ? join(image.root, value) : value;
    }
  } else if (step.name === 'USER') image.user = step.text;
  else if (step.name === 'CMD') image.command = step.isList ? step.words : fail(step, 'starts a shell');
  else if (step.name === 'HEALTHCHECK') image.healthcheck = step.words;
  else if (step.name === 'VOLUME') {
    if (!existsSync(join(image.root, step.text))) fail(step, 'is a folder that nobody made');
  } else if (step.name !== 'EXPOSE') fail(step, 'is not played yet');
}

interface Sources {
  context: string;
  ignored: (path: string) => boolean;
  images: Map<string, Image>;
}

function copy(step: Step, image: Image, { context, ignored, images }: Sources): void {
  const { from, ...others } = step.flags;
  if (Object.keys(others).length > 0) fail(step, 'has flags that are not played yet');
  const stage = from === undefined ? undefined : (images.get(from) ?? fail(step, 'names no stage'));
  const source = stage?.root ?? context;
  const paths = step.words.slice(0, -1);
  const target = step.words.at(-1) ?? '';
  const to = join(image.root, posix.resolve(image.workdir, target));
  for (const path of paths) {
    const file = join(source, path);
    const isLeftOut = stage === undefined && ignored(relative(context, file));
    if (!existsSync(file) || isLeftOut) fail(step, `names a file that is gone: ${path}`);
    if (statSync(file).isFile()) {
      const place = target.endsWith('/') || paths.length > 1 ? join(to, basename(file)) : to;
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(file, place);
    } else if (stage) linkFolder(file, to);
    else cpSync(file, to, { recursive: true, filter: (each) => !ignored(relative(context, each)) });
  }
}

/** Files share their bytes with the stage that they come from: no step after this one writes into a file. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isFile()) linkSync(source, target);
    else cpSync(source, target, { verbatimSymlinks: true });
  }
}

function run(step: Step, image: Image, standIns: string): void {
  const command = step.text.replace(/(^|\s)(\/[\w./-]+)/g, `$1${image.root}$2`);
  const { status } = spawnSync('sh', ['-c', command], {
    cwd: join(image.root, image.workdir),
    env: { ...image.env, PATH: `${standIns}:${programs()}`, HOME: image.root },
    stdio: 'inherit',
  });
  if (status !== 0) fail(step, `ended with ${status}`);
}

/** Search path for programs: Node's first, as in its images. */
export function programs(): string {
  return `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
}

/** Programs in place of those that want a network or a user of the image. */
function makeStandIns(folder: string, installed: string): string {
  const standIns = join(folder, 'stand-ins');
  mkdirSync(standIns, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const programOf: Record<string, string> = {
    npm: `
      [ "$1" = ci ] || PATH=${programs()} exec npm "$@"
      [ -e package-lock.json ] || { echo 'npm ci: there is no package-lock.json' >&2; exit 1; }
      mkdir node_modules && cd node_modules || exit 1
      cp "${installed}/.package-lock.json" . || exit 1
      ln "${installed}/.package-lock.json" ../same-disk 2>/dev/null && rm ../same-disk && how=-al
      cp \${how:--a} "${installed}"/* "${installed}/.bin" .`,
    chown: isRoot ? `PATH=${programs()} exec chown "$(echo "$1" | sed s/node/${NODE_USER}/g)" "$2"` : '',
  };
  for (const [name, program] of Object.entries(programOf)) {
    writeFileSync(join(standIns, name), `#!/bin/sh\n${program}\n`);
    chmodSync(join(standIns, name), 0o755);
  }
  return standIns;
}

function fail(step: Step, why: string): never {
  throw new Error(`The step “${step.line}” ${why}.`);
}

/** Every file of an image with its size in bytes. Links to other files have none; two names of one file have it twice, as `COPY` makes two of it. */
export function filesOf(root: string): { path: string; bytes: number }[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const stat = lstatSync(join(root, path));
    return stat.isFile() ? [{ path, bytes: stat.size }] : [];
  });
}
