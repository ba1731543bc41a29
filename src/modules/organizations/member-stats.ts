import { Injectable } from '@nestjs/common';
import { mapPage, type Page } from '#platform/database/pagination.js';
import type { MemberRow } from './members.repository.js';

/** Counters that modules above register. */
export type Counted = 'spaces' | 'sites';

/** Number of things that each of the users can view in the organization; users without any may be missing. */
export type MemberCounter = (organizationId: string, userIds: string[]) => Promise<Map<string, number>>;

/** Numbers of what a member can view. */
export type MemberCounts = Record<Counted, number>;

/** Figures about members that modules above know. */
@Injectable()
export class MemberStats {
  private readonly counters = new Map<Counted, MemberCounter>();

  registerCounter(counted: Counted, counter: MemberCounter): void {
    this.counters.set(counted, counter);
  }

  /** The same members, each with its numbers. */
  async withCounts<Row extends Pick<MemberRow, 'userId'>>(
    organizationId: string,
    page: Page<Row>,
  ): Promise<Page<Row & MemberCounts>> {
    const ids = page.items.map((row) => row.userId);
    const spaces = await this.count('spaces', organizationId, ids);
    const sites = await this.count('sites', organizationId, ids);
    return mapPage(page, (row) => ({
      ...row,
      spaces: spaces.get(row.userId) ?? 0,
      sites: sites.get(row.userId) ?? 0,
    }));
  }

  private async count(
    counted: Counted,
    organizationId: string,
    userIds: string[],
  ): Promise<Map<string, number>> {
    const counter = this.counters.get(counted);
    return counter && userIds.length > 0 ? counter(organizationId, userIds) : new Map();
  }
}
