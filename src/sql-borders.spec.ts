import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * Which module reads whose tables in its SQL, beside its own, and why. A column of such a table is changed together with its readers. Prefer a
 * method of the owner; what is joined for each row of a list, or decides what somebody sees, cannot be one. A module above registers an
 * expression (`SqlPart`) where a statement below needs its tables.
 */
const READERS: Readonly<Record<string, string>> = {
  'access -> collections': 'The role on a space is inherited from its collections, in one statement.',
  'access -> organizations': 'The role on a space begins with the role of the member.',
  'access -> spaces': 'Roles are computed for the spaces of a list, in one statement.',
  'access -> teams': 'Grants of teams are those of their members.',
  'access -> users': 'Lists of grants show and sort by names.',
  'administration -> content': 'Sizes of all organizations are counted in one statement for each table.',
  'administration -> git': 'Operators see the runs of all organizations in one list.',
  'administration -> imports': 'Operators see the runs of all organizations in one list.',
  'administration -> organizations': 'Sizes and runs are listed with the organization.',
  'administration -> spaces': 'Sizes of all organizations are counted in one statement for each table.',
  'administration -> storage': 'Sizes of all organizations are counted in one statement for each table.',
  'administration -> translations': 'Operators see the runs of all organizations in one list.',
  'administration -> users': 'Members are counted without the users that integrations act as.',
  'change-requests -> spaces': 'Lists leave out spaces that are deleted.',
  'change-requests -> users': 'Lists show authors and reviewers.',
  'comments -> users': 'Lists show authors.',
  'conversations -> change-requests': 'A cluster shows the change requests made for it.',
  'editing -> content': 'Reusable contents are found across all spaces that somebody sees, in one statement.',
  'editing -> users': 'An editor asks every second or two who else is there: one statement.',
  'integrations -> sites': 'Installations on sites end with them.',
  'integrations -> spaces': 'Installations on spaces end with them.',
  'links -> content': 'The graph of links is read from the projection, in one statement.',
  'links -> organizations': 'A link to a person is broken when they are no member.',
  'links -> spaces': 'A link to a space is broken when it is deleted.',
  'oidc -> organizations': 'Providers are found by the mail domains of their organization.',
  'organizations -> users': 'Lists of members show and sort by names.',
  'pdf -> spaces': 'Exports of deleted spaces are not handed out.',
  'saml -> organizations': 'Providers are found by the mail domains of their organization.',
  'scim -> organizations': 'Members are found by the filters of identity providers, in one statement.',
  'scim -> teams':
    'Teams are found by the filters of identity providers, with their members, in one statement.',
  'scim -> users': 'Filters and answers have names and mail addresses.',
  'search -> content': 'The index follows the projection, in its transaction.',
  'search -> organizations': 'Words are learned by organization.',
  'search -> spaces': 'Only spaces that are there are searched, in their language.',
  'sites -> access': 'Members who may edit a site are counted by their grants.',
  'sites -> organizations': 'A site is looked up together with the organization of its address.',
  'sites -> spaces': 'The structure of a site shows the titles and icons of its spaces.',
  'sites -> teams': 'Members who may edit a site are counted by their teams.',
  'spaces -> collections': 'Spaces are listed in the order of their collections.',
  'teams -> organizations': 'Members of a team are members of its organization.',
  'translations -> spaces': 'Translations of deleted spaces are left alone.',
};

const FILES = readdirSync('src/modules', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec|\.fixture)\.ts$/.test(file))
  .map((file) => join('src/modules', file));
const ENTITY = /@Entity\(\s*'(\w+)'/g;
const STATEMENT =
  /\bselect\b|\binsert into\b|\bdelete from\b|\bupdate \w+ (?:\w+ )?set\b|\bjoin \w+ \w+ on\b|^\s*from /;
const TABLE = /\b(?:from|join|into|update)\s+(\w+)\b/g;

function moduleOf(file: string): string {
  return file.split('/')[2] as string;
}

/** The texts of all literals, those of templates with a name in place of each expression. */
function literalsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

it('names every table of another module that SQL reads, with a reason', () => {
  const owners = new Map<string, string>();
  for (const file of FILES)
    for (const [, table] of readFileSync(file, 'utf8').matchAll(ENTITY))
      owners.set(table as string, moduleOf(file));
  expect(owners.size).toBeGreaterThan(70);
  const found = new Map<string, Set<string>>();
  for (const file of FILES)
    for (const text of literalsOf(file).filter((literal) => STATEMENT.test(literal)))
      for (const [, table] of text.matchAll(TABLE)) {
        const owner = owners.get(table as string);
        if (owner === undefined || owner === moduleOf(file)) continue;
        const pair = `${moduleOf(file)} -> ${owner}`;
        found.set(pair, (found.get(pair) ?? new Set()).add(`${table} in ${file}`));
      }
  const unnamed = [...found].filter(([pair]) => READERS[pair] === undefined);
  expect(unnamed.map(([pair, places]) => `${pair}: ${[...places].join(', ')}`)).toEqual([]);
  expect(Object.keys(READERS).filter((pair) => !found.has(pair))).toEqual([]);
});

/** Pairs against the order of modules: roles are computed from the tables of all that has roles, in one statement. */
const UPWARD = ['access -> collections', 'access -> spaces'];

it('lets no module read tables of a module above it, but for the computation of roles', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; to: { path?: string } }[];
  };
  const isUpward = (pair: string): boolean => {
    const [reader, owner] = pair.split(' -> ');
    const rule = forbidden.find(({ name }) => name === `${reader}-looks-up`);
    return new RegExp(rule?.to.path ?? '$.').test(`src/modules/${owner}/`);
  };
  expect(Object.keys(READERS).filter(isUpward)).toEqual(UPWARD);
});
