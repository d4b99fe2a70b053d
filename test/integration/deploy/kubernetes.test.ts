import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Deployment } from 'kubernetes-models/apps/v1';
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { ConfigMap, Pod, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { busSettings, defineConfig, loadConfig, processSettings } from '#chassis/runtime/config.ts';
import { STOP_GRACE } from '#chassis/runtime/run-service.ts';
import { MEMORY, PROCESSES, type ProcessName } from '../../../deploy/local/processes.ts';
import { createAddressPolicy } from '../../../services/notification/network/domain/address-policy.ts';
import { placeholder, SPECS } from '../../support/process-settings.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'deploy', 'k8s');
const OVERLAYS = readdirSync(join(FOLDER, 'overlays'));
const NAMES = PROCESSES.map((name) => [name] as const);
const SELECTED = (name: string) => ({ 'app.kubernetes.io/part-of': 'selvedge', 'app.kubernetes.io/name': name });

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

const rendered = new Map<string, KubernetesObject[]>();

/** Objects of a folder below deploy/k8s, as `kubectl apply -k` sends them. */
function render(path: string): KubernetesObject[] {
  const before = rendered.get(path);
  if (before) return before;
  const text = execFileSync('kubectl', ['kustomize', join(FOLDER, path)], { encoding: 'utf8' });
  const objects = parseAllDocuments(text).map((document): KubernetesObject => document.toJS());
  rendered.set(path, objects);
  return objects;
}

/** @throws {Error} if there is none of the kind, or more than one */
function onlyOf<T>(all: KubernetesObject[], kind: string): T {
  const [found, ...more] = all.filter((object) => object.kind === kind);
  if (!found || more.length > 0) throw new Error(`${more.length + Number(Boolean(found))} objects are a ${kind}`);
  return found as T;
}

const canRender = spawnSync('kubectl', ['kustomize', join(FOLDER, 'overlays/production/topology')]).status === 0;
// Jest runs the function of a skipped `describe`, too.
if (canRender) describe('rendered', describeRendered);
else test.skip('overlays are rendered (needs kubectl)', () => undefined);

function describeRendered(): void {
  const everything = render('overlays/production');

  describe.each(NAMES)('%s', (name) => {
    const all = render(`overlays/production/${name}`);
    const { spec } = onlyOf<Deployment>(all, 'Deployment');
    const { template } = spec as NonNullable<typeof spec>;
    const process = template.spec?.containers[0];
    const settings = onlyOf<ConfigMap>(all, 'ConfigMap');
    const own = (process?.env ?? []).map(({ name, value }) => [name, value ?? placeholder(name)]);
    const env = { ...settings.data, ...Object.fromEntries(own) } as Record<string, string>;

    test('has what a process needs to be rolled out alone', () => {
      const called = ['HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Certificate'];
      // Nobody calls topology: one of it is enough.
      const more = name === 'topology' ? [] : name === 'gateway' ? [...called, 'Ingress'] : called;
      const kinds = all.map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['ConfigMap', 'Deployment', 'PodMonitor', ...more].sort());
      expect(new Set(all.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['selvedge-production']));
      for (const object of all) expect(everything).toContainEqual(object);
    });

    test('is selected by its own labels alone, wherever something selects pods', () => {
      expect(template.metadata?.labels).toEqual(SELECTED(name));
      const selectors = all.flatMap((object) => selectorsOf(object));
      expect(selectors.length).toBeGreaterThanOrEqual(name === 'topology' ? 2 : 6);
      expect(selectors).toEqual(selectors.map(() => SELECTED(name)));
      expect(process?.image).toBe(`selvedge/${name}:0.1.0`);
    });

    test('takes its settings from a ConfigMap that is named by its content', () => {
      expect(process?.envFrom).toEqual([{ configMapRef: { name: settings.metadata?.name } }]);
      expect(settings.metadata?.name).toMatch(new RegExp(`^selvedge-${name}-[a-z0-9]{10}$`));
    });

    test('is probed where it answers, and no Service has its admin port', () => {
      expect(process?.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'admin' });
      expect(process?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' });
      expect(process?.ports).toContainEqual({ name: 'admin', containerPort: Number(env.ADMIN_PORT) });
      const services = all.filter(({ kind }) => kind === 'Service') as unknown as Service[];
      const ports = services.flatMap((service) => service.spec?.ports?.map(({ targetPort }) => targetPort));
      expect(ports).toEqual(name === 'topology' ? [] : [name === 'gateway' ? 'https' : 'grpc']);
    });

    test('may have the memory that its heap is made for', () => {
      expect(process?.resources?.limits?.memory).toBe(`${MEMORY[name]}Mi`);
    });

    test('has no more rights than it needs', () => {
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(process?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    });

    test('serves on for 5 s when it is told to end, and is killed later than it may take from there', () => {
      const { SHUTDOWN_DELAY_MS: delay, SHUTDOWN_TIMEOUT_MS: drain } = loadConfig(defineConfig(processSettings), env);
      expect(delay).toBe(5_000);
      expect((template.spec?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(delay + drain + STOP_GRACE);
    });

    test('mounts volumes that it has', () => {
      const volumes = template.spec?.volumes?.map((volume) => volume.name);
      expect(process?.volumeMounts?.map((mount) => mount.name).sort()).toEqual(volumes?.sort());
    });

    test('has every variable that it cannot do without, and none that is unknown', () => {
      expect(() => loadConfig(SPECS[name], env)).not.toThrow();
      const declared = new Set(Object.values(SPECS).flatMap(({ settings }) => Object.keys(settings)));
      expect(Object.keys(env).filter((variable) => !declared.has(variable))).toEqual([]);
      expect(own.map(([variable = '']) => variable).filter((one) => !(one in SPECS[name].settings))).toEqual([]);
    });

    test('calls and is called as the settings say, and by no other arrow', () => {
      if (name === 'topology') return;
      const { spec: policy } = onlyOf<NetworkPolicy>(all, 'NetworkPolicy');
      const calledBy = PROCESSES.filter((caller) => addressesOf(caller).includes(name));
      const named = (peers: unknown) =>
        JSON.stringify(peers).match(/"(identity|product|finance|notification|gateway)"/g);
      const to = policy?.egress?.flatMap(({ to = [] }) => to).filter(({ podSelector }) => podSelector) ?? [];
      expect(
        named(to)
          ?.map((quoted) => JSON.parse(quoted))
          .sort() ?? [],
      ).toEqual(addressesOf(name));
      const from = policy?.ingress?.flatMap(({ from = [] }) => from) ?? [];
      expect(
        named(from)
          ?.map((quoted) => JSON.parse(quoted))
          .sort() ?? [],
      ).toEqual(calledBy.sort());
    });
  });

  test.each(OVERLAYS)('every object of %s is what its schema asks for', async (overlay) => {
    const all = render(`overlays/${overlay}`);
    expect(all.length).toBeGreaterThan(50);
    for (const object of all) expect(await faultsOf(object)).toEqual([]);
  });

  test('an object that its schema does not allow is found', async () => {
    const deployment = onlyOf<KubernetesObject & Deployment>(render('overlays/production/product'), 'Deployment');
    const faulty = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } };
    expect(await faultsOf(faulty)).toEqual([expect.stringContaining('replicas')]);
  });

  test('the base alone cannot be applied: no overlay makes its namespace', () => {
    const namespaces = OVERLAYS.flatMap((overlay) => render(`overlays/${overlay}`))
      .filter(({ kind }) => kind === 'Namespace')
      .map(({ metadata }) => metadata.name);
    expect(namespaces).toEqual(OVERLAYS.map((overlay) => `selvedge-${overlay}`));
    const bases = [...PROCESSES, 'namespace'].flatMap((name) => render(`base/${name}`));
    expect(new Set(bases.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['apply-an-overlay']));
    expect(bases.map(({ kind }) => kind)).not.toContain('Namespace');
  });

  test('no policy opens a port to any address, but to callers and to webhook receivers', () => {
    const policies = everything.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as NetworkPolicy[];
    const open = policies.flatMap(({ metadata, spec }) => {
      const rules = [...(spec?.ingress ?? []).map(({ from }) => from), ...(spec?.egress ?? []).map(({ to }) => to)];
      return rules.some((peers) => !peers?.length) ? [metadata?.name] : [];
    });
    expect(open.sort()).toEqual(['selvedge-acme', 'selvedge-gateway']);
    const blocks = JSON.stringify(policies).match(/"cidr":"[^"]*\/0"/g);
    expect(blocks).toHaveLength(1);
  });

  test('what the cluster closes to webhooks is refused by notification too, which can be told of more', () => {
    const all = render('overlays/production/notification');
    const { spec } = onlyOf<NetworkPolicy>(all, 'NetworkPolicy');
    const blocks = spec?.egress?.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])) ?? [];
    // Pods often have public addresses of IPv6: who opens it says which (runbook).
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0']);
    const mayReach = createAddressPolicy({ allowed: [], denied: [] });
    const closed = blocks.flatMap(({ except = [] }) => except);
    expect(closed.length).toBeGreaterThan(5);
    expect(closed.filter((block) => mayReach(block.split('/')[0] ?? ''))).toEqual([]);
    const env = onlyOf<Deployment>(all, 'Deployment').spec?.template.spec?.containers[0]?.env;
    expect(env).toContainEqual({ name: 'WEBHOOK_DENIED_NETWORKS', value: '' });
  });

  test('the gateway believes its ingress about addresses', () => {
    const { data } = onlyOf<ConfigMap>(render('overlays/production/gateway'), 'ConfigMap');
    expect(data?.TRUSTED_PROXIES).toMatch(/^[\d./,]+$/);
  });

  test('dead letters are replayed by a pod of its own, as the user who may', async () => {
    const [pod] = parseAllDocuments(readFileSync(join(FOLDER, 'tasks/dead-letters.yaml'), 'utf8')).map((document) =>
      document.toJS(),
    ) as [KubernetesObject & Pod];
    expect(await faultsOf(pod)).toEqual([]);
    const [container] = pod.spec?.containers ?? [];
    const settings = onlyOf<ConfigMap>(render('overlays/production/topology'), 'ConfigMap').data;
    const env = container?.env?.map(({ name, value }) => [name, value ?? placeholder(name)]) ?? [];
    const { NATS_URL, NATS_DOMAIN } = settings ?? {};
    expect(loadConfig(defineConfig(busSettings), Object.fromEntries(env))).toMatchObject({
      ...{ NATS_USER: 'replay', NATS_URL, NATS_DOMAIN },
    });
    expect(container?.image).toBe('selvedge/topology');
    expect(everything.map(({ kind }) => kind)).not.toContain('Pod');
  });
}

/** Processes that this one calls, by its settings. */
function addressesOf(name: ProcessName): string[] {
  return PROCESSES.filter((other) => `${other.toUpperCase()}_ADDRESS` in SPECS[name].settings).sort();
}

/** Label selectors of an object of a process. Those of a policy's peers select other processes. */
function selectorsOf({ kind, ...object }: KubernetesObject): unknown[] {
  const { spec } = object as unknown as { spec?: Record<string, never> };
  const { selector, podSelector, template } = (spec ?? {}) as Record<string, { matchLabels?: unknown } | undefined>;
  if (kind === 'Service') return [selector];
  const spread = (
    template as Deployment['spec'] as { spec?: { topologySpreadConstraints?: { labelSelector: unknown }[] } }
  )?.spec;
  const nested = spread?.topologySpreadConstraints?.map(({ labelSelector }) => labelSelector) ?? [];
  return [selector, podSelector, ...nested].flatMap((one) =>
    one ? [(one as { matchLabels: unknown }).matchLabels] : [],
  );
}

const SCHEMAS: Record<string, () => Promise<object>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
  'cert-manager.io/v1': () => import('@kubernetes-models/cert-manager/cert-manager.io/v1'),
  'monitoring.coreos.com/v1': () => import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
};

/** Faults by the published schema of the object. An object without a schema is a fault. */
async function faultsOf(object: KubernetesObject): Promise<string[]> {
  const { apiVersion, kind, metadata } = object;
  const models = (await SCHEMAS[apiVersion]?.()) as Record<string, new (object: object) => Model> | undefined;
  const Model = models?.[kind];
  if (!Model) return [`${apiVersion} ${kind} has no schema here`];
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${(error as Error).message}`];
  }
}

interface Model {
  validate(): void;
}
