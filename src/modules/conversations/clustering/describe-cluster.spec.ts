import { describe, expect, it } from 'vitest';
import { termsOf } from '../language/terms.js';
import { describeCluster } from './describe-cluster.js';

const described = (...titles: string[]) =>
  describeCluster(
    titles.map((title) => ({ title, summary: `${title} Really.`, terms: termsOf(title), vector: null })),
  );

describe('the description of a cluster', () => {
  it('takes the question that is most similar to the others, and adds other wordings', () => {
    const { label, summary, terms } = described(
      'so how do i reset my password, please',
      'I forgot my password',
      'The mail to reset the password is lost',
    );
    expect(label).toBe('How do i reset my password');
    expect(summary.split('\n\n')[1]).toBe(
      'Also: The mail to reset the password is lost · I forgot my password',
    );
    expect(terms[0]).toBe('password');
  });

  it('prefers a question that is understood on its own', () => {
    expect(described('How much are taxes on this', 'How much are taxes on wine', 'taxes on this').label).toBe(
      'How much are taxes on wine',
    );
  });

  it.each([
    [['Rechnung als PDF herunterladen'], 'Rechnung als PDF herunterladen'],
    [['please', 'Please'], 'Please'],
    [['😀 why'], '😀 why'],
  ])('keeps the title of %j', (titles, label) => expect(described(...titles).label).toBe(label));

  it.each([
    ['How do I log in with SSO?', 'user-lock'],
    ['Where is my invoice?', 'credit-card'],
    ['What is the meaning of life?', 'circle-question'],
  ])('gives "%s" the icon %s', (title, icon) => expect(described(title).icon).toBe(icon));
});
