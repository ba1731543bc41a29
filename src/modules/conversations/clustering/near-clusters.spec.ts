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

describe('clusters that an issue may belong to', () => {
  const clusters = new NearClusters([
    cluster('far', 'english', [0, 1], ['password']),
    cluster('near', 'english', [1, 0.1], ['login']),
    cluster('other model', 'vectors', [1, 0], ['password', 'reset']),
    cluster('other length', 'english', [1, 0, 0], ['reset']),
    cluster('german', null, null, ['passwort', 'password']),
  ]);

  it('are the nearest of its model, and those of others with its words', () => {
    expect(clusters.of(asked('english', [1, 0], ['password', 'reset']))).toEqual([
      ...['near', 'far', 'other length', 'other model', 'german'],
    ]);
  });

  it('are those with its words where no model knows it, rare words first', () => {
    expect(clusters.of(asked(null, null, ['passwort', 'reset']))).toEqual([
      'german',
      'other model',
      'other length',
    ]);
    expect(clusters.of(asked(null, null, ['nothing']))).toEqual([]);
  });
});
