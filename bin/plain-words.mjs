/* eslint-disable no-console -- A command line tool: its output is its result. */
/**
 * Fails on comments, messages and descriptions that are not plain sentences (docs/glossary.md, CONTRIBUTING.md): those that begin with a
 * free relative ("What it takes.") and turns of phrase that leave out the subject. `npm run words`, `npm run words -- --counts`, `npm run words -- <path>…`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FREE_RELATIVE = /^(What|Who|Whoever|Whatever|Those|Whether|Where|How)\b/;
const PHRASES = [
  /\b(?:is|are|was|were) none\b/i,
  /(?<!\bthere )\bis no (?!longer\b|more\b)[a-z]+/i,
  /\bof its own\b/i,
];

/** The complaint about the text of one comment, or nothing. */
export function complaintAbout(text) {
  const words = text
    .replace(/`[^`]*`/g, '``')
    .replace(/\s+/g, ' ')
    .trim();
  const first = FREE_RELATIVE.exec(words);
  if (first !== null && !endsAsQuestion(words)) return `begins with "${first[0]}"`;
  for (const phrase of PHRASES) {
    const found = phrase.exec(words);
    if (found !== null) return `says "${found[0]}"`;
  }
  return undefined;
}

/** True for "Who may see it?", where the question is the first sentence. */
function endsAsQuestion(words) {
  return /^[^.!?]*\?/.test(words);
}

/** The comments of a source file, with lines of `//` that follow each other taken as one: `{ line, text }`. */
export function commentsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const ranges = new Map();
  const keep = (range) => ranges.set(range.pos, range);
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    if (ts.isTokenKind(node.kind)) {
      ts.getLeadingCommentRanges(source, node.pos)?.forEach(keep);
      ts.getTrailingCommentRanges(source, node.end)?.forEach(keep);
      return;
    }
    node.getChildren(file).forEach((child) => {
      if (child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode) visit(child);
    });
  };
  visit(file);
  return joined(
    [...ranges.values()].toSorted((a, b) => a.pos - b.pos),
    source,
    file,
  );
}

/** Strings of a source file that look like sentences, since they begin with two words: `{ line, text }`. */
export function stringsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const strings = [];
  const visit = (node) => {
    if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && /^\S+ \S/.test(node.text))
      strings.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

function joined(ranges, source, file) {
  const comments = [];
  let end = -1;
  for (const { pos, end: next, kind } of ranges) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const text = isLine ? source.slice(pos + 2, next) : withoutStars(source.slice(pos + 2, next - 2));
    const last = comments.at(-1);
    if (isLine && last?.isLine === true && /^\r?\n[ \t]*$/.test(source.slice(end, pos)))
      last.text += ` ${text}`;
    else comments.push({ line: file.getLineAndCharacterOfPosition(pos).line + 1, isLine, text });
    end = next;
  }
  return comments;
}

function withoutStars(text) {
  return text.replace(/^\*/, '').replace(/^[ \t]*\*/gm, '');
}

function main(args) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const counts = args.includes('--counts');
  const paths = args.filter((arg) => !arg.startsWith('--'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|js|cjs)$/.test(path));
  const found = files.flatMap((path) => complaints(root, path));
  if (counts) printCounts(found);
  else
    for (const { path, line, complaint, text } of found)
      console.log(`${path}:${line} ${complaint}: ${excerpt(text)}`);
  if (found.length > 0 && !counts) {
    console.log(
      `${found.length} comments or strings are not plain sentences; see docs/glossary.md and CONTRIBUTING.md.`,
    );
    process.exitCode = 1;
  }
}

function complaints(root, path) {
  let source;
  try {
    source = readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  const texts = [
    ...commentsOf(path, source),
    ...(/^src\/.*(?<!\.spec)\.tsx?$/.test(path) ? stringsOf(path, source) : []),
  ];
  return texts.flatMap(({ line, text }) => {
    const complaint = complaintAbout(text);
    return complaint === undefined ? [] : [{ path, line, complaint, text }];
  });
}

function excerpt(text) {
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > 100 ? `${words.slice(0, 100)}…` : words;
}

function printCounts(found) {
  const byFolder = new Map();
  for (const { path } of found) {
    const parts = path.split('/').slice(0, -1);
    const folder = parts.slice(0, parts[0] === 'src' ? 3 : 2).join('/') || '.';
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of [...byFolder].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(5)}  ${folder}`);
  console.log(`${String(found.length).padStart(5)}  together`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
