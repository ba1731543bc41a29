import { useState } from 'preact/hooks';
import { base, api } from '../../api.js';
import type { Choice } from '../menus/choice-list.js';
import { isMatch } from '../menus/link-targets.js';
import { Picker } from '../menus/picker.js';
import type { PageContext } from '../page-context.js';

/** The data of a block that shows an operation of an API. */
export interface OperationData {
  ref: { kind: 'openapi'; spec: string };
  path: string;
  method: string;
}

interface SpecChoice extends Choice {
  spec: string;
}

interface OperationChoice extends Choice {
  data: OperationData;
}

const MOST = 20;

/** The specifications of the organization. @throws ApiError, Unreachable */
export async function listSpecifications({ edited }: PageContext): Promise<SpecChoice[]> {
  const { items } = await api<{ items: { slug: string }[] }>(`/orgs/${edited.organization}/openapi`, {
    query: { limit: 1000 },
  });
  return items.map(({ slug }) => ({ title: slug, detail: 'Specification', spec: slug }));
}

/** Asks for a specification, if there are several, then for one of its operations. */
export function OperationPicker({
  context,
  specifications,
  onChoose,
}: {
  context: PageContext;
  specifications: readonly SpecChoice[];
  onChoose: (data: OperationData) => void;
}) {
  const [spec, setSpec] = useState(specifications.length === 1 ? specifications[0]!.spec : null);
  if (specifications.length === 0)
    return (
      <p class="picker-empty">
        The organization has no OpenAPI specification yet.{' '}
        <a href={`${base}/app/o/${context.edited.organization}/openapi`}>OpenAPI specifications</a>
      </p>
    );
  if (spec === null)
    return (
      <Picker
        label="Specification"
        placeholder="Search a specification"
        find={(query) => Promise.resolve(specifications.filter((one) => isMatch(one, query)))}
        onChoose={(choice) => setSpec(choice.spec)}
      />
    );
  return (
    <Picker
      key={spec}
      label={`Operation of ${spec}`}
      placeholder="Search a path or its summary"
      find={(query) => findOperations(context, spec, query)}
      onChoose={({ data }) => onChoose(data)}
    />
  );
}

async function findOperations(context: PageContext, spec: string, query: string): Promise<OperationChoice[]> {
  const path = `/orgs/${context.edited.organization}/openapi/${spec}/versions/latest/operations`;
  const { items } = await api<{ items: { method: string; path: string; summary?: string }[] }>(path, {
    query: { search: query.trim(), limit: MOST },
  }).catch(() => ({ items: [] }));
  return items.map((one) => ({
    title: `${one.method.toUpperCase()} ${one.path}`,
    detail: one.summary ?? '',
    data: { ref: { kind: 'openapi', spec }, path: one.path, method: one.method },
  }));
}
