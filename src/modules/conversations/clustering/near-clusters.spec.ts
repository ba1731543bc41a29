import { describe, expect, it } from 'vitest';
import { packVector, unpackVector } from '../language/vector.js';
import type { ClusteredIssue } from './clustered-issue.js';
import { NearClusters } from './near-clusters.js';

const at = (...numbers: number[]) => unpackVector(packVector(numbers));
const cluster = (id: string, model: string | null, middle: number[] | null, terms: string[]) => ({
  ...{ id, issues: 2, changes: 0, model, terms },
  middle: middle && at(...middle),
});
const asked = (model: string | null, vector: number[] | null, terms: string[]): ClusteredIssue => ({
  ...{ id: 'i', clusterId: null, terms, model, neighbours: [] },
  vector: vector && at(...vector),
});

describe('the candidate clusters of an issue', () => {
  const clusters = new NearClusters([
    cluster('far', 'english', [0, 1], ['password']),
    cluster('near', 'english', [1, 0.1], ['login']),
    cluster('other model', 'vectors', [1, 0], ['password', 'reset']),
    cluster('other length', 'english', [1, 0, 0], ['reset']),
    cluster('german', null, null, ['passwort', 'password']),
  ]);

  it('are the nearest of its model, and those of other models that share its words', () => {
    expect(clusters.nearestTo(asked('english', [1, 0], ['password', 'reset']))).toEqual([
      ...['near', 'far', 'other length', 'other model', 'german'],
    ]);
  });

  it('without a model are those that share its words, rare words first', () => {
    expect(clusters.nearestTo(asked(null, null, ['passwort', 'reset']))).toEqual([
      'german',
      'other model',
      'other length',
    ]);
    expect(clusters.nearestTo(asked(null, null, ['nothing']))).toEqual([]);
  });
});
