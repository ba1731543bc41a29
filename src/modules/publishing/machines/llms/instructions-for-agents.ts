import { Injectable } from '@nestjs/common';
import {
  type DocumentBlock,
  type DocumentNode,
  documentText,
  formOf,
  type JSONDocument,
  serializeMarkdown,
} from '#modules/documents/index.js';
import { AgentInstructions } from '#modules/organizations/index.js';
import type { PublishedSite } from '#modules/sites/index.js';
import { paragraph, plainDocument } from '#modules/rendering/index.js';

/** References to content have no target, because instructions are the same on every site. Their words stay. */
const NOWHERE = { resolveRef: () => null, file: () => null };

/** Instructions for agents from the organization of a site, as agents read them. */
@Injectable()
export class InstructionsForAgents {
  constructor(private readonly instructions: AgentInstructions) {}

  /** Plain Markdown without headings; empty if there are no instructions. */
  async of({ organizationId }: PublishedSite): Promise<string> {
    const document = await this.instructions.documentFor(organizationId);
    return document ? instructionsText(document) : '';
  }
}

/** Headings become bold lines: the text is part of other texts, such as llms.txt, whose headings have a meaning. */
function instructionsText(document: JSONDocument): string {
  if (documentText(document) === '') return '';
  const plain = plainDocument(document, NOWHERE, (href) => href);
  return serializeMarkdown({ ...plain, nodes: plain.nodes.map(withoutHeading) }).trim();
}

function withoutHeading(block: DocumentBlock): DocumentBlock {
  return formOf(block.type)?.level ? paragraph((block.nodes ?? []).map(strong)) : block;
}

function strong(node: DocumentNode): DocumentNode {
  if (node.object !== 'text') return node;
  const leaves = node.leaves.map((leaf) => {
    const marks = leaf.marks.filter(({ type }) => type !== 'bold');
    return leaf.text.trim() === '' ? leaf : { ...leaf, marks: [...marks, { object: 'mark', type: 'bold' }] };
  });
  return { ...node, leaves } as DocumentNode;
}
