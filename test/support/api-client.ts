import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EXCEPTIONS } from '../contract/exceptions.js';
import { type ContractDocument, withLinks } from '../contract/links-in-structures.js';
import { type ContractProblem, ContractValidator } from './contract-validator.js';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies freely; the contract check guards their shape
export interface ApiResponse<T = any> {
  status: number;
  headers: Headers;
  /** Parsed JSON, or undefined when the answer has no body. */
  body: T;
  text: string;
}

export interface RequestOptions {
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  /** A body that is sent without JSON encoding. */
  rawBody?: string | Uint8Array | FormData;
}

/**
 * Calls the API as a client would and validates each answer against the published contract, or, for operations that
 * the contract lacks, against our own OpenAPI document.
 */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly own: ContractValidator,
    readonly token?: string,
  ) {}

  /** The same client with another token; without one it is anonymous. */
  as(token?: string): ApiClient {
    return new ApiClient(this.baseUrl, this.own, token);
  }

  get(path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.request('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.request('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.request('PUT', path, body, options);
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse> {
    return this.request('PATCH', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.request('DELETE', path, undefined, options);
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<ApiResponse> {
    const url = new URL(path.startsWith('http') ? path : this.baseUrl + path);
    for (const [key, value] of Object.entries(options.query ?? {})) {
      for (const entry of Array.isArray(value) ? value : [value])
        if (entry !== undefined) url.searchParams.append(key, String(entry));
    }
    const headers: Record<string, string> = { ...options.headers };
    if (this.token) headers['authorization'] ??= `Bearer ${this.token}`;
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const payload = body === undefined ? options.rawBody : JSON.stringify(body);
    const response = await fetch(url, { method, headers, body: payload as never, redirect: 'manual' });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    this.holdToContract(method, url.pathname, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed, text };
  }

  private holdToContract(method: string, path: string, status: number, body: unknown): void {
    if (!path.startsWith('/v1')) return;
    const published = publishedContract();
    const validator = published.operationOf(method, path) ? published : this.own;
    const problems = validator.validate(method, path, status, body).filter((problem) => !isExcepted(problem));
    if (problems.length === 0) return;
    const list = problems
      .slice(0, 8)
      .map((problem) => `  ${problem.operation} ${problem.at}: ${problem.message}`);
    throw new Error(
      `The answer breaks the contract:\n${list.join('\n')}\n${JSON.stringify(body)?.slice(0, 2000)}`,
    );
  }
}

function isExcepted(problem: ContractProblem): boolean {
  return EXCEPTIONS.some((exception) => {
    const pattern = new RegExp(
      `^${exception.operation.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
    );
    return (
      pattern.test(problem.operation) &&
      (exception.at === undefined ? problem.at === '' : matchesPointer(exception.at, problem.at))
    );
  });
}

/** Two stars stand for any depth. */
function matchesPointer(expected: string, actual: string): boolean {
  if (expected.startsWith('**')) return actual.endsWith(expected.slice(2));
  return actual === expected || actual.startsWith(`${expected}/`);
}

let contract: ContractValidator | undefined;

function publishedContract(): ContractValidator {
  if (!contract) {
    const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as ContractDocument;
    contract = new ContractValidator(withLinks(document) as never, '/v1');
  }
  return contract;
}
