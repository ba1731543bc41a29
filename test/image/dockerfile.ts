export interface Step {
  /** As it stands in the file, for messages. */
  line: string;
  name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  flags: Record<string, string>;
  /** Words, or the members of a JSON list. */
  words: string[];
  /** True for a JSON list, which is run without a shell. */
  isList: boolean;
  /** The instruction without its name and flags. */
  text: string;
}

export interface Stage {
  name: string;
  base: string;
  steps: Step[];
}

/**
 * The stages of a Dockerfile in their order, each with the instructions after its `FROM`.
 * @throws for an instruction before the first stage.
 */
export function parseDockerfile(source: string): Stage[] {
  const stages: Stage[] = [];
  for (const step of instructionsOf(source)) {
    if (step.name === 'FROM') {
      const [base = '', as, name] = step.words;
      stages.push({ base, name: as === undefined ? String(stages.length) : (name ?? ''), steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`There is no stage yet: ${step.line}`);
    stage.steps.push(step);
  }
  return stages;
}

function instructionsOf(source: string): Step[] {
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines.filter((line) => line.trim() !== '').map(parseStep);
}

function parseStep(line: string): Step {
  const [name = '', ...rest] = line.trim().split(/\s+/);
  const flags: Record<string, string> = {};
  while (rest[0]?.startsWith('--')) {
    const [flag = '', value = ''] = (rest.shift() ?? '').slice(2).split('=');
    flags[flag] = value;
  }
  const text = rest.join(' ');
  const listAt = /^(?:CMD )?(\[.*\])$/.exec(text)?.[1];
  const words = listAt === undefined ? rest : (JSON.parse(listAt) as string[]);
  return { line: line.trim(), name, flags, words, isList: listAt !== undefined, text };
}

/**
 * Answers true for paths below the context that the lines of a `.dockerignore` exclude. The last matching line decides.
 */
export function ignoredBy(source: string): (path: string) => boolean {
  const rules = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => {
    let ignored = false;
    for (const { keeps, pattern } of rules) if (pattern.test(path)) ignored = !keeps;
    return ignored;
  };
}

/** Fits the path itself and all below it. */
function patternOf(line: string): RegExp {
  const source = line
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*\*|\*|\?/g, (sign) =>
      sign === '**/' ? '(?:.*/)?' : sign === '**' ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`^${source}(?:/|$)`);
}
