import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Page, type PageRequest, paginateArray } from '#platform/database/pagination.js';
import { compute } from '#platform/compute/compute.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import type { Actor } from '#platform/http/actor.js';
import { OpenApiVersions } from '../openapi-versions.service.js';
import { type ListedOperation, readOperations } from './listed-operation.js';

const LIST_OPERATIONS: ComputeTask<string, ListedOperation[]> = {
  name: 'openapi/list-operations',
  module: new URL('./listed-operation.js', import.meta.url),
  run: readOperations,
};

const BUDGET_MS = 10_000;
/** Characters of a specification that are read within milliseconds. */
const SHORT = 100_000;
/** Operations that are kept in memory, of all specifications. */
const KEPT = 50_000;

/** Lists the operations of specifications, for people who choose one. */
@Injectable()
export class SpecOperations {
  private readonly known = new LRUCache<string, ListedOperation[]>({
    maxSize: KEPT,
    sizeCalculation: (operations) => operations.length + 1,
  });

  constructor(private readonly versions: OpenApiVersions) {}

  /**
   * The operations of the newest version that have all words of a search, in the order of the specification; of the first
   * 10,000.
   * @throws NotFound, BadRequest for a bad page, Busy
   */
  async list(
    actor: Actor,
    organizationId: string,
    slug: string,
    { search = '', ...page }: PageRequest & { search?: string },
  ): Promise<Page<ListedOperation>> {
    const view = await this.versions.get(actor, organizationId, slug);
    const { id } = view.version;
    const operations = this.known.get(id) ?? (await this.read(await this.versions.readJson(view)));
    this.known.set(id, operations);
    const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const found = operations.filter((one) => {
      const text = [one.method, one.path, one.summary ?? '', ...one.tags].join(' ').toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
    return paginateArray(found, page, ({ method, path }) => `${method} ${path}`);
  }

  private async read(text: string): Promise<ListedOperation[]> {
    if (text.length <= SHORT) return readOperations(text);
    return compute.run(LIST_OPERATIONS, text, { budgetMs: BUDGET_MS });
  }
}
