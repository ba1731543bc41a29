import type { SpecProblem } from '../openapi-spec.entity.js';
import { type FetchFile, SpecificationReader } from './specification-reader.js';
import type { Specification } from './specification.js';

const reader = new SpecificationReader();
const nothing: FetchFile = (address) => Promise.reject(new Error(`Nothing is at ${address}.`));

/** Reads a source like the job does. */
export async function readSource(
  source: string,
  url?: string,
  fetchFile = nothing,
): Promise<{ specification: Specification; problems: SpecProblem[]; hash: string; hasFiles: boolean }> {
  const { json, ...read } = await reader.read(source, url, fetchFile);
  return { specification: JSON.parse(json) as Specification, ...read };
}
