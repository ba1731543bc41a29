import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createTestApp, type TestApp } from './support/test-app.js';

const FOLDER = join(import.meta.dirname, '../deploy');
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

describe('the files for operators', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it.each(['grafana/bindery.json', 'prometheus/alerts.yaml', 'prometheus/alerts.test.yaml'])(
    'ask for figures that there are: %s',
    async (path) => {
      const { text } = await test.api.get('/metrics');
      const known = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
      const asked = new Set(
        [...read(path).matchAll(/\b(?:bindery|nodejs|process)_\w+/g)]
          .map(([name]) => name)
          .map((name) => (known.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''))),
      );
      expect(asked.size).toBeGreaterThan(3);
      expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('ask for routes and variables that there are', () => {
    const kinds = readdirSync(join(FOLDER, 'kubernetes')).map(
      (name) => (parse(read(`kubernetes/${name}`)) as { kind: string }).kind,
    );
    expect(kinds.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Deployment',
      'Ingress',
      'Kustomization',
      'PodDisruptionBudget',
      'Service',
    ]);
    const variables = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
    const { configMapGenerator } = parse(read('kubernetes/kustomization.yaml')) as {
      configMapGenerator: { literals: string[] }[];
    };
    const given = configMapGenerator.flatMap(({ literals }) => literals.map((one) => one.split('=')[0]!));
    expect(given.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(variables))).toEqual([]);
    expect(read('systemd/bindery.service')).toContain('--max-semi-space-size=8 dist/src/main.js');
  });
});
