import { describe, expect, it } from 'vitest';
import { describeWarnings } from './warnings.js';

const warning = (kind: string, message: string, file = 'a.md', line = 1) => ({ kind, message, file, line });

describe('the warnings of an import', () => {
  it('are grouped by kind with the rarest last, and a repeated message is shown once', () => {
    const lines = describeWarnings([
      warning('broken-link', 'The link "x" leads nowhere.'),
      warning('missing-file', 'No "a.png".', 'a.md', 3),
      warning('missing-file', 'No "b.png".', 'a.md', 4),
      warning('missing-file', 'No "a.png".', 'b.md', 5),
    ]);
    expect(lines).toEqual([
      'missing-file (3)',
      '  No "a.png".',
      '    a.md:3, b.md:5',
      '  No "b.png".',
      '    a.md:4',
      '',
      'broken-link (1)',
      '  The link "x" leads nowhere.',
      '    a.md:1',
      '',
    ]);
  });

  it('end with a count of the warnings that are not shown', () => {
    const many = Array.from({ length: 25 }, (_, index) => warning('missing-file', `No ${index}.`));
    const places = Array.from({ length: 6 }, (_, index) =>
      warning('unlisted', 'The same.', 'a.md', index + 1),
    );
    const lines = describeWarnings([...many, ...places]);
    expect(lines).toContain('  … and 5 more of this kind; --json lists all of them.');
    expect(lines).toContain('    a.md:1, a.md:2, a.md:3, a.md:4 and 2 more');
  });
});
