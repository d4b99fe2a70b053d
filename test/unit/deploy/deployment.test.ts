import { execSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '#chassis/runtime/config.ts';
import { HEAP_PERCENTAGE, MEMORY, NATS_USERS, PROCESSES, SEMI_SPACE } from '../../../deploy/local/processes.ts';
import { RULE } from '../../../deploy/tools/alerts.ts';
import { loadFonts } from '../../../services/finance/pdf/fonts.ts';
import { placeholder, SPECS } from '../../support/process-settings.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const variables = z.record(z.string(), z.string());
const compose = z.object({ services: z.record(z.string(), z.object({ environment: variables.optional() }).loose()) });

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const composed = compose.parse(parse(read('docker-compose.yml'), { merge: true })).services;

describe.each(PROCESSES.map((name) => [name] as const))('%s in docker-compose.yml', (name) => {
  test('has every variable that it cannot do without, and none that is unknown', () => {
    const given = composed[name]?.environment ?? {};
    const env = Object.entries(given).map(([key, value]) => [key, value.startsWith('${') ? placeholder(key) : value]);
    expect(() => loadConfig(SPECS[name], Object.fromEntries(env))).not.toThrow();
    expect(Object.keys(given).filter((variable) => !(variable in SPECS[name].settings))).toEqual([]);
  });

  test('may have the memory that its heap is made for', () => {
    expect(composed[name]?.mem_limit).toBe(`${MEMORY[name]}m`);
  });
});

test('images run with the memory of the local start', () => {
  const flags = [`--max-old-space-size-percentage=${HEAP_PERCENTAGE}`, `--max-semi-space-size=${SEMI_SPACE}`];
  expect(read('deploy/Dockerfile')).toContain(
    `CMD ${JSON.stringify(['node', ...flags, 'main.ts']).replaceAll(',', ', ')}\n`,
  );
  expect(read('deploy/Dockerfile')).not.toContain('MALLOC_');
});

test('images keep all that documents are drawn with', () => {
  const pruning = /^RUN (find .*) -delete$/m.exec(read('deploy/Dockerfile'))?.[1] ?? 'false';
  const removed = new Set(
    execSync(pruning, { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((path) => basename(path)),
  );
  const fonts = loadFonts();
  const keys = (['regular', 'semibold'] as const).flatMap((face) =>
    fonts.runs('aĝΩἀЖԐệनשم布한', face).map(({ key }) => key),
  );
  const files = keys.map((key) => `${key.replace(/regular$/, '400').replace(/semibold$/, '600')}-normal.woff`);
  expect(files.length).toBeGreaterThan(20);
  expect([...files, 'unicode.json', 'package.json'].filter((file) => removed.has(file))).toEqual([]);
  expect(removed.size).toBeGreaterThan(1_000);
});

test('every process, and whoever replays, has its password in nats.conf, docker-compose.yml hands it on', () => {
  const asked = [...read('deploy/nats/nats.conf').matchAll(/\$(NATS_PASSWORD_\w+)/g)].map(([, variable]) => variable);
  const users = ['admin', ...NATS_USERS].map((name) => `NATS_PASSWORD_${name.toUpperCase()}`);
  expect(asked.sort()).toEqual(users.sort());
  expect(Object.keys(composed.nats?.environment ?? {}).sort()).toEqual(['NATS_CERT', 'NATS_KEY', ...users].sort());
});

test('alerts and dashboard speak of metrics that the processes have', () => {
  const sources = [
    'services/chassis/runtime/metrics.ts',
    'services/chassis/runtime/log-sink.ts',
    'services/chassis/mongo/resealing.ts',
    'gateway/auth/access-changes.ts',
    'gateway/http/metrics.ts',
    'services/identity/mail/metrics.ts',
    'services/notification/deliveries/metrics.ts',
    'services/notification/fan-out/metrics.ts',
    'services/topology/metrics.ts',
  ]
    .map(read)
    .join('\n');
  const known = new Set([...sources.matchAll(/name: '(\w+)'/g)].map(([, metric]) => metric));
  const rules = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  });
  const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });
  const expressions = [
    ...rules.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap((group) => group.rules),
    ...dashboard.parse(JSON.parse(read('deploy/grafana/selvedge.json'))).panels.flatMap(({ targets }) => targets),
  ].map(({ expr }) => expr);
  const used = expressions.flatMap(
    (expr) => expr.match(/\b(?!nodejs_|process_)[a-z]+(?:_[a-z]+)+(?=[[{)\s]|$)/g) ?? [],
  );
  const functions = new Set(['histogram_quantile']);
  const unknown = used
    .filter((metric) => !functions.has(metric))
    .filter((metric) => !known.has(metric.replace(/_(count|bucket|sum)$/, '')));
  expect(unknown).toEqual([]);
  expect(used.length).toBeGreaterThan(expressions.length - 3);
});

const ALERT_TESTS = ['test/unit/deploy/alerts-processes.yml', 'test/unit/deploy/alerts-webhooks.yml'];

test('each alert has a severity, a row in the runbook, a test in which it speaks and one in which it is silent', () => {
  const rule = z.object({ alert: z.string(), labels: z.object({ severity: z.enum(['page', 'ticket']) }) });
  const rules = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) });
  const tested = z.object({
    tests: z.array(
      z.object({
        alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
      }),
    ),
  });
  const cases = ALERT_TESTS.flatMap((path) =>
    tested.parse(parse(read(path), { merge: true })).tests.flatMap((one) => one.alert_rule_test),
  );
  const names = (speaks: boolean) =>
    new Set(cases.flatMap(({ alertname, exp_alerts }) => (exp_alerts.length > 0 === speaks ? [alertname] : [])));
  const runbook = read('docs/runbook.md');
  const alerts = rules.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap((group) => group.rules);
  expect(alerts.map(({ alert }) => alert).filter((alert) => !runbook.includes(`\`${alert}\``))).toEqual([]);
  expect(alerts.map(({ alert }) => alert).filter((alert) => !names(true).has(alert))).toEqual([]);
  expect(alerts.map(({ alert }) => alert).filter((alert) => !names(false).has(alert))).toEqual([]);
});

test('the cluster has the alerts as they are; else: npm run alerts', () => {
  expect(parse(readFileSync(RULE, 'utf8')).spec).toEqual(parse(read('deploy/prometheus/alerts.yml')));
});

test('no metric has a label that Prometheus gives its targets', () => {
  const sources = read('services/chassis/runtime/metrics.ts');
  const labels = [...sources.matchAll(/labelNames: \[([^\]]*)\]/g)].flatMap(
    ([, list = '']) => list.match(/\w+/g) ?? [],
  );
  expect(labels).toContain('upstream');
  for (const own of ['service', 'pod', 'namespace', 'job', 'instance']) expect(labels).not.toContain(own);
});

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });

(promtool('--version').status === 0 ? test : test.skip)(
  'rules and configuration are what Prometheus takes, and alerts speak when they should (needs promtool)',
  () => {
    for (const args of [
      ['check', 'config', 'deploy/prometheus/prometheus.yml'],
      ['test', 'rules', ...ALERT_TESTS],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    }
  },
);

test('prometheus.yml is YAML and names its rules', () => {
  expect(parse(read('deploy/prometheus/prometheus.yml'))).toMatchObject({ rule_files: ['alerts.yml'] });
});
