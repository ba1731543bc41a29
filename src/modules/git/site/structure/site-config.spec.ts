import { describe, expect, it } from 'vitest';
import { problemsOfShape } from './check-shape.js';
import { readSiteConfig } from './read-site-config.js';
import { rewriteSiteConfig } from './rewrite-site-config.js';
import type { SiteShape } from './site-shape.js';

const TWO_SPACES = `# What the site is made of.
site:
  title: Product docs
  structure:
    - type: space
      key: space-guides
      title: Guides # for everybody
      path: guides
      default: true
      content:
        directory: ./guides
    # The reference.
    - type: space
      key: space-api
      title: 'API reference'
      path: api
      content:
        directory: ./api
`;

const read = (text: string) => readSiteConfig(text, 'docs/gitbook-docs.yaml', 'docs');

describe('gitbook-docs.yaml', () => {
  it('is read with folders from its own and from the root of the repository', () => {
    const { shape, problems, warnings } = read(TWO_SPACES.replace('./api', '/reference/api/'));
    expect([problems, warnings]).toEqual([[], []]);
    expect(shape.nodes.map(({ folder }) => folder)).toEqual(['docs/guides', 'reference/api']);
    expect(shape.defaults).toEqual({ '': 'space-guides' });
  });

  it.each<[string, string, RegExp]>([
    ['a key of every object', TWO_SPACES.replace('space-api', '__proto__'), /"__proto__" needs another key/],
    ['a control character', TWO_SPACES.replace("'API reference'", '"A\\0PI"'), /"space-api" needs a title/],
    ['half a character', TWO_SPACES.replace("'API reference'", '"A\\uD800"'), /"space-api" needs a title/],
    [
      'two equal keys',
      TWO_SPACES.replace('space-api', 'space-guides'),
      /space "space-guides" has the key of the space "space-guides"/,
    ],
    [
      'no default',
      TWO_SPACES.replace('      default: true\n', ''),
      /The site needs exactly one default among its spaces: none/,
    ],
    [
      'two defaults',
      TWO_SPACES.replace('path: api', 'path: api\n      default: true'),
      /"space-guides", "space-api" all say/,
    ],
    [
      'equal paths',
      TWO_SPACES.replace('path: api', 'path: guides'),
      /space "space-api" has the path "guides" of the space "space-guides"/,
    ],
    ['no title', TWO_SPACES.replace("      title: 'API reference'\n", ''), /space "space-api" needs a title/],
    [
      'a way out',
      TWO_SPACES.replace('./api', '../api'),
      /content.directory of the space "space-api" must be a path within/,
    ],
    [
      'one directory twice',
      TWO_SPACES.replace('./api', './guides'),
      /space "space-api" has the directory of the space "space-guides"/,
    ],
    [
      'nested directories',
      TWO_SPACES.replace('./api', './guides/api'),
      /folder of the space "space-api" lies within that of the space "space-guides"/,
    ],
    [
      'a draft',
      TWO_SPACES.replace('path: api', 'path: api\n      draft: true'),
      /space "space-api" is a draft/,
    ],
    [
      'an unknown type',
      TWO_SPACES.replace('type: space\n      key: space-api', 'type: page\n      key: space-api'),
      /Each item of the structure needs/,
    ],
    [
      'a link without sections',
      `${TWO_SPACES}    - { type: external-link, key: x, title: Status, url: 'https://example.com' }\n`,
      /link "x" needs a site with sections/,
    ],
    [
      'a space beside a section',
      `${TWO_SPACES}    - { type: section, key: s, title: Section, path: s, default: true }\n`,
      /space "space-guides" stands beside sections/,
    ],
    [
      'a section in a section',
      `site:\n  title: T\n  structure:\n    - type: section\n      key: s\n      title: Section\n      path: s\n      default: true\n      children:\n        - { type: section, key: t, title: Other, path: t }\n`,
      /section "t" is in the section "s", which holds only spaces/,
    ],
    [
      'groups too deep',
      `site:\n  title: T\n  structure:\n    - type: section-group\n      key: a\n      title: A\n      children:\n        - type: section-group\n          key: b\n          title: B\n          children:\n            - { type: section-group, key: c, title: C }\n`,
      /section group "c" is too deep/,
    ],
    ['no YAML', 'site: [', /cannot be read as YAML/],
  ])('breaks a rule with %s, which is named', (_, text, sentence) => {
    const { shape, problems } = read(text);
    const said = [...problems.map(({ message }) => message), ...problemsOfShape(shape)];
    expect(said).toContainEqual(expect.stringMatching(sentence));
  });

  it.each<[string, (shape: SiteShape) => SiteShape]>([
    ['a title', (shape) => ({ ...shape, title: 'Other' })],
    ['the order', (shape) => ({ ...shape, nodes: shape.nodes.toReversed() })],
    ['the default', (shape) => ({ ...shape, defaults: { '': 'space-api' } })],
    ['a space less', (shape) => ({ ...shape, nodes: shape.nodes.slice(0, 1) })],
    [
      'a folder',
      (shape) => ({ ...shape, nodes: shape.nodes.map((node) => ({ ...node, folder: `other/${node.key}` })) }),
    ],
  ])('says %s after it was written, and keeps its comments', (_, change) => {
    const before = read(TWO_SPACES).shape;
    const after = change(before);
    const text = rewriteSiteConfig(TWO_SPACES, before, after, 'docs');
    expect(read(text)).toMatchObject({ shape: after, problems: [] });
    expect(text).toContain('# What the site is made of.');
    expect(text).toContain('# for everybody');
    expect(rewriteSiteConfig(text, after, before, 'docs')).toContain('# for everybody');
    expect(rewriteSiteConfig(TWO_SPACES, before, before, 'docs')).toBe(TWO_SPACES);
  });
});
