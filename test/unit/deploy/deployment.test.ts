import { execSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { busSettings, type ConfigSpec, defineConfig, loadConfig, processSettings } from '#chassis/runtime/config.ts';
import { STOP_GRACE } from '#chassis/runtime/run-service.ts';
import {
  HEAP_PERCENTAGE,
  MEMORY,
  NATS_USERS,
  PROCESSES,
  type ProcessName,
  SEMI_SPACE,
} from '../../../deploy/local/processes.ts';
import { gatewayConfig } from '../../../gateway/config.ts';
import { financeConfig } from '../../../services/finance/config.ts';
import { loadFonts } from '../../../services/finance/pdf/fonts.ts';
import { identityConfig } from '../../../services/identity/config.ts';
import { notificationConfig } from '../../../services/notification/config.ts';
import { createAddressPolicy } from '../../../services/notification/network/domain/address-policy.ts';
import { productConfig } from '../../../services/product/config.ts';
import { topologyConfig } from '../../../services/topology/config.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SPECS: Record<ProcessName, ConfigSpec> = {
  identity: identityConfig,
  product: productConfig,
  finance: financeConfig,
  notification: notificationConfig,
  gateway: gatewayConfig,
  topology: topologyConfig,
};
const declared = new Set(Object.values(SPECS).flatMap(({ settings }) => Object.keys(settings)));

const variables = z.record(z.string(), z.string());
const selector = z.object({ matchLabels: z.record(z.string(), z.string()) });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  name: z.string(),
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  livenessProbe: probe,
  readinessProbe: probe,
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});
const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    selector,
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), seccompProfile: z.object({ type: z.string() }) }),
        containers: z.tuple([container]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
  }),
});
const compose = z.object({ services: z.record(z.string(), z.object({ environment: variables.optional() }).loose()) });

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const documents = (path: string): unknown[] => parseAllDocuments(read(path)).map((document) => document.toJS());
const shared = z.object({ data: variables }).parse(documents('deploy/k8s/base/shared.yaml')[0]).data;
const composed = compose.parse(parse(read('docker-compose.yml'), { merge: true })).services;

describe.each(PROCESSES.map((name) => [name] as const))('%s in Kubernetes', (name) => {
  const all = documents(`deploy/k8s/base/${name}.yaml`);
  const { spec } = deployment.parse(all[0]);
  const { template } = spec;
  const [process] = template.spec.containers;

  test('has what a process needs to be rolled out alone', () => {
    const kinds = all.map((document) => z.object({ kind: z.string() }).parse(document).kind);
    const spread: readonly string[] = ['HorizontalPodAutoscaler', 'PodDisruptionBudget'];
    const wanted = ['Deployment', 'Service', ...spread, 'NetworkPolicy', 'ServiceMonitor'];
    // Nobody calls topology: one of it is enough.
    expect(kinds).toEqual(name === 'topology' ? wanted.filter((kind) => !spread.includes(kind)) : wanted);
    const named = all.map((document) => z.object({ metadata: z.object({ name: z.string() }) }).parse(document));
    expect(new Set(named.map(({ metadata }) => metadata.name))).toEqual(new Set([`selvedge-${name}`]));
  });

  test('selects its own pods', () => {
    expect(spec.selector.matchLabels).toEqual(template.metadata.labels);
    expect(template.metadata.labels['app.kubernetes.io/name']).toBe(name);
    expect(process.image).toBe(`selvedge/${name}`);
  });

  test('is probed where it answers', () => {
    expect(process.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'admin' });
    expect(process.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' });
    expect(process.ports).toContainEqual({ name: 'admin', containerPort: Number(shared.ADMIN_PORT) });
  });

  test('may have the memory that its heap is made for', () => {
    expect(process.resources.limits.memory).toBe(`${MEMORY[name]}Mi`);
    expect(composed[name]?.mem_limit).toBe(`${MEMORY[name]}m`);
  });

  test('serves on for 5 s when it is told to end, and is killed later than it may take from there', () => {
    expect(shared.SHUTDOWN_DELAY_MS).toBe('5000');
    const settings = defineConfig(processSettings);
    const named = process.env.filter((variable) => variable.name in settings.settings);
    const env = { ...shared, ...Object.fromEntries(named.map((variable) => [variable.name, variable.value])) };
    const { SHUTDOWN_DELAY_MS: delay, SHUTDOWN_TIMEOUT_MS: drain } = loadConfig(settings, env);
    expect(delay).toBe(5_000);
    expect(template.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(delay + drain + STOP_GRACE);
  });

  test('mounts volumes that it has', () => {
    const volumes = template.spec.volumes.map((volume) => volume.name);
    expect(process.volumeMounts.map((mount) => mount.name).sort()).toEqual(volumes.sort());
  });

  test('has every variable that it cannot do without, and none that is unknown', () => {
    const env = {
      ...shared,
      ...Object.fromEntries(process.env.map(({ name, value }) => [name, value ?? secret(name)])),
    };
    expect(() => loadConfig(SPECS[name], env)).not.toThrow();
    expect(Object.keys(env).filter((variable) => !declared.has(variable))).toEqual([]);
    expect(process.env.filter((variable) => !(variable.name in SPECS[name].settings))).toEqual([]);
  });
});

const egress = z.object({
  to: z.array(z.object({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }) })),
});

test('what the cluster closes to webhooks is refused by notification too, which can be told of more', () => {
  const all = documents('deploy/k8s/base/notification.yaml');
  const policy = all.find((document) => z.object({ kind: z.literal('NetworkPolicy') }).safeParse(document).success);
  const rules = z.object({ spec: z.object({ egress: z.array(z.unknown()) }) }).parse(policy).spec.egress;
  const blocks = rules.flatMap((rule) => egress.safeParse(rule).data?.to.map(({ ipBlock }) => ipBlock) ?? []);
  // Pods often have public addresses of IPv6: who opens it says which (runbook).
  expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0']);
  const mayReach = createAddressPolicy({ allowed: [], denied: [] });
  const closed = blocks.flatMap(({ except }) => except);
  expect(closed.length).toBeGreaterThan(5);
  expect(closed.filter((block) => mayReach(block.split('/')[0] ?? ''))).toEqual([]);
  const env = deployment.parse(all[0]).spec.template.spec.containers[0].env;
  expect(env).toContainEqual({ name: 'WEBHOOK_DENIED_NETWORKS', value: '' });
});

describe.each(PROCESSES.map((name) => [name] as const))('%s in docker-compose.yml', (name) => {
  test('has every variable that it cannot do without, and none that is unknown', () => {
    const given = composed[name]?.environment ?? {};
    const env = Object.entries(given).map(([key, value]) => [key, value.startsWith('${') ? secret(key) : value]);
    expect(() => loadConfig(SPECS[name], Object.fromEntries(env))).not.toThrow();
    expect(Object.keys(given).filter((variable) => !(variable in SPECS[name].settings))).toEqual([]);
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
  expect(Object.keys(composed.nats?.environment ?? {}).sort()).toEqual(users.sort());
});

test('dead letters are replayed by a pod of its own, as the user who may', () => {
  const pod = z.object({
    kind: z.literal('Pod'),
    spec: deployment.shape.spec.shape.template.shape.spec.omit({ terminationGracePeriodSeconds: true }).extend({
      containers: z.tuple([container.omit({ ports: true, livenessProbe: true, readinessProbe: true })]),
    }),
  });
  const { spec } = pod.parse(documents('deploy/k8s/tasks/dead-letters.yaml')[0]);
  const { env, image } = spec.containers[0];
  const given = { ...shared, ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? secret(name)])) };
  expect(loadConfig(defineConfig(busSettings), given)).toMatchObject({ NATS_USER: 'replay', NATS_DOMAIN: 'EVENTS' });
  expect(image).toBe('selvedge/topology');
  expect(read('deploy/k8s/base/kustomization.yaml')).not.toContain('dead-letters');
});

test('the gateway believes its ingress about addresses', () => {
  const { spec } = deployment.parse(documents('deploy/k8s/base/gateway.yaml')[0]);
  const proxies = { name: 'TRUSTED_PROXIES', value: expect.stringMatching(/^[\d./,]+$/) };
  expect(spec.template.spec.containers[0].env).toContainEqual(proxies);
});

test('every overlay names every image', () => {
  for (const overlay of readdirSync(join(ROOT, 'deploy/k8s/overlays'))) {
    const file = documents(`deploy/k8s/overlays/${overlay}/kustomization.yaml`)[0];
    const { images } = z.object({ images: z.array(z.object({ name: z.string() })) }).parse(file);
    expect(images.map(({ name }) => name)).toEqual(PROCESSES.map((name) => `selvedge/${name}`));
  }
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

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });

(promtool('--version').status === 0 ? test : test.skip)(
  'rules and configuration are what Prometheus takes, and alerts about webhooks speak when they should (needs promtool)',
  () => {
    for (const args of [
      ['check', 'config', 'deploy/prometheus/prometheus.yml'],
      ['test', 'rules', 'test/unit/deploy/webhook-alerts.yml'],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    }
  },
);

test('prometheus.yml is YAML and names its rules', () => {
  expect(parse(read('deploy/prometheus/prometheus.yml'))).toMatchObject({ rule_files: ['alerts.yml'] });
});

/** A stand-in of the form that the variable asks for. */
function secret(name: string): string {
  if (name === 'ENCRYPTION_KEY') return Buffer.alloc(32).toString('base64');
  if (name === 'SMTP_URL') return 'smtps://user:password@mail/';
  if (name === 'MONGODB_URL') return 'mongodb://user:password@mongodb/';
  return name.endsWith('EMAIL') ? 'admin@selvedge.example' : 'a long enough password';
}
