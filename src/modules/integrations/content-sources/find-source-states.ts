import { Injectable } from '@nestjs/common';
import {
  type ComputedPlace,
  dependencyKey,
  type DependencyRef,
  Projection,
  SourceDependencies,
} from '#modules/content/index.js';
import { UserTokens } from '#modules/users/index.js';

/** States of what sources depend on, by `dependencyKey`; what is gone is absent. */
export type SourceStates = ReadonlyMap<string, object>;

/** Finds what installations are told of what their sources depend on. */
@Injectable()
export class FindSourceStates {
  constructor(
    private readonly dependencies: SourceDependencies,
    private readonly projection: Projection,
    private readonly users: UserTokens,
  ) {}

  /**
   * Of spaces, the installation is told what it sees itself. Specifications are for members, which most installations are not; who
   * named one saw it, and the script is told no more than which version there is.
   * @param userId whom the installation acts as.
   */
  async execute(
    userId: string,
    organizationId: string,
    refs: readonly DependencyRef[],
  ): Promise<SourceStates> {
    const spaces = refs.filter(isSpace);
    const actor = spaces.length === 0 ? null : await this.users.findActor(userId);
    const ofSpaces = actor ? await this.dependencies.find(actor, organizationId, spaces) : [];
    const others = refs.filter((ref) => !isSpace(ref));
    return new Map([...ofSpaces, ...(await this.dependencies.find(null, organizationId, others))]);
  }

  /**
   * The states that the page is computed anew for. Of spaces that change whenever the page does only that they are there: otherwise it
   * would be computed for ever.
   */
  async settled(
    { organizationId, spaceId, page }: ComputedPlace,
    refs: readonly DependencyRef[],
    states: SourceStates,
  ): Promise<SourceStates> {
    const spaces = refs.flatMap((ref) => (isSpace(ref) ? [ref['space'] ?? ''] : []));
    if (spaces.length === 0) return states;
    const place = { spaceId, page };
    const circular = await this.projection.listChangingWith(organizationId, place, spaces);
    const there = circular
      .map((space): [string, object] => [dependencyKey({ kind: 'space', space }), { id: space }])
      .filter(([key]) => states.has(key));
    return new Map([...states, ...there]);
  }
}

function isSpace({ kind }: DependencyRef): boolean {
  return kind === 'space';
}
