import { MAX_SOURCE_SIZE } from '#modules/openapi/index.js';
import { MAX_PASTED_SIZE } from './specification-forms.js';
import { Field, LongField } from '../fields.js';

/** The ways to give the source of a specification: exactly one of them is to be filled. */
export function SourceFields({ typed }: { typed: URLSearchParams | undefined }) {
  return (
    <>
      <p>Give one of these three.</p>
      <Field
        name="url"
        type="url"
        label="Its address"
        hint="Public, and fetched again every six hours."
        value={typed?.get('url') ?? undefined}
        maxLength={2048}
        dir="ltr"
        placeholder="https://example.com/openapi.yaml"
      />
      <label for="files">Or a file</label>
      <p class="member-hint" id="files-hint">
        JSON or YAML, OpenAPI 2.0, 3.0 or 3.1, up to {MAX_SOURCE_SIZE / 1024 / 1024} MB.
      </p>
      <input
        id="files"
        name="files"
        type="file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        aria-describedby="files-hint"
      />
      <LongField
        name="text"
        label="Or its text"
        hint={`Up to ${MAX_PASTED_SIZE / 1024 / 1024} MB.`}
        value={typed?.get('text') ?? undefined}
        rows={6}
        spellcheck={false}
        dir="ltr"
      />
    </>
  );
}
