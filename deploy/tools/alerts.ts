import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../local/command-line.ts';

/** `npm run alerts`: the alerts of deploy/prometheus/alerts.yml as an object of the Prometheus Operator. */

const DEPLOY = join(import.meta.dirname, '..');
export const RULE = join(DEPLOY, 'k8s', 'base', 'namespace', 'alerts.yaml');

const HEAD = `# Written by npm run alerts from deploy/prometheus/alerts.yml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: selvedge
spec:
`;

/** The object as YAML. Each line of the alerts is indented, and otherwise kept. */
function prometheusRule(): string {
  const alerts = readFileSync(join(DEPLOY, 'prometheus', 'alerts.yml'), 'utf8');
  return HEAD + alerts.replaceAll(/^(?=.)/gm, '  ');
}

if (import.meta.main) {
  readCommandLine({ name: 'npm run alerts', does: 'Writes the alerts as an object of the Prometheus Operator.' });
  writeFileSync(RULE, prometheusRule());
}
