import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { stringify } from 'yaml';
import { ContentStore } from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { CONFIG_FILE } from '../folder/folder-config.js';
import { GitStatesRepository } from '../git-states.repository.js';
import { loadSpaceTree, type SpaceTree, walkPages } from '../space-tree.js';
import { assignPaths, type ContentPaths } from './content-paths.js';
import { DEFAULT_LAYOUT, writeConfig } from './write-config.js';
import { writeInclude, writePage } from './write-page.js';
import { writeSummary } from './write-summary.js';

/** A file of an export: text, or bytes that lie in storage. */
export type ExportedFile = { path: string; text: string } | { path: string; blob: string; size: number };

export interface ExportSource {
  organizationId: string;
  spaceId: string;
  snapshot: string;
}

const BATCH = 100;

/** Writes the content of any snapshot of a space as a folder in the Git format. */
@Injectable()
export class ExportSpace {
  constructor(
    private readonly content: ContentStore,
    private readonly states: GitStatesRepository,
  ) {}

  /** The files of the folder, texts first. */
  async *files(source: ExportSource): AsyncGenerator<ExportedFile> {
    const { organizationId, spaceId, snapshot } = source;
    const state = await this.states.find(organizationId, spaceId);
    const layout = state?.config ?? DEFAULT_LAYOUT;
    const tree = await loadSpaceTree(this.content, organizationId, snapshot);
    const paths = assignPaths(tree, layout.root);
    yield* this.texts(source, tree, paths);
    const summary = posix.join(layout.root, layout.summary);
    yield { path: summary, text: writeSummary(tree.pages, paths, summary) };
    const config = writeConfig(tree, paths, layout);
    if (config !== undefined) yield { path: CONFIG_FILE, text: config };
    const { variables } = tree.settings;
    if (Object.keys(variables).length > 0)
      yield { path: posix.join(layout.root, '.gitbook/vars.yaml'), text: stringify(variables) };
    for (const { id, blob, size } of tree.files) yield { path: paths.files.get(id) as string, blob, size };
  }

  private async *texts(
    { organizationId, spaceId }: ExportSource,
    tree: SpaceTree,
    paths: ContentPaths,
  ): AsyncGenerator<ExportedFile> {
    const place = { spaceId, paths };
    const pages = [...walkPages(tree.pages)].filter((page) => paths.pages.has(page.id));
    const things = [
      ...pages.map((page) => ({
        hash: page.document,
        path: paths.pages.get(page.id) as string,
        write: (document: JSONDocument, path: string) => writePage(page, document, path, place),
      })),
      ...tree.reusableContents.map((content) => ({
        hash: content.document,
        path: paths.includes.get(content.id) as string,
        write: (document: JSONDocument, path: string) => writeInclude(content, document, path, place),
      })),
    ];
    for (let start = 0; start < things.length; start += BATCH) {
      const batch = things.slice(start, start + BATCH);
      const hashes = batch.flatMap(({ hash }) => (hash === null ? [] : [hash]));
      const documents = await this.content.readDocuments(organizationId, hashes);
      for (const { hash, path, write } of batch) {
        const document = hash === null ? undefined : documents.get(hash);
        yield { path, text: await write(document ?? emptyDocument(), path) };
      }
    }
  }
}
