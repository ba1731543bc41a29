import type { IntegrationScope } from '#modules/integrations/index.js';
import { scopeWords } from './scope-words.js';

/** The list of what an integration may do or asks for, in words. */
export function Scopes({ title, scopes }: { title: string; scopes: readonly IntegrationScope[] }) {
  if (scopes.length === 0) return <p>{title}: nothing.</p>;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {scopeWords(scopes).map((words) => (
          <li>{words}</li>
        ))}
      </ul>
    </>
  );
}
