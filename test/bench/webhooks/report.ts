import { cell } from '../report.ts';
import type { BacklogResult } from './backlog.ts';
import type { Comparison } from './cost.ts';
import type { FairnessResult } from './fairness.ts';

interface WebhookResults {
  fairness: FairnessResult;
  backlog: BacklogResult;
}

/** G5, in lines. Ratios are medians of rounds in which both sides took turns. */
export function reportWebhooks({ fairness, backlog }: WebhookResults): string {
  const { ofHealthy, ofAlone, hundred } = fairness;
  const { ofBare, fromBroker, large } = backlog;
  return [
    '',
    `G5, deliveries/s           ours     rival   ratio   goal   rounds`,
    `beside sick, of healthy ${row(ofHealthy, '0.95')}`,
    `beside sick, of alone   ${row(ofAlone, '    ')}`,
    `backlog, of bare POSTs  ${row(ofBare, '0.20')}`,
    `broker, of bare POSTs   ${row(fromBroker, '0.20')}`,
    '  beside sick: ten good webhooks beside a dead, a slow and a large one; of: beside three that answer at once and take the',
    '  same events, and of: with the same events and no other webhook, where nobody shares the work',
    '  bare POSTs: by undici in a process of its own, of bodies as large, to the same receiver',
    '',
    `CPU µs of a delivery              ours     rival   ratio`,
    `beside sick, of healthy ${cpuRow(ofHealthy)}`,
    `beside sick, of alone   ${cpuRow(ofAlone)}`,
    `backlog, of bare POSTs  ${cpuRow(ofBare)}`,
    `broker, of bare POSTs   ${cpuRow(fromBroker)}`,
    '',
    `backlog of ${large.deliveries}      deliveries/s   notification's MB (before: ${large.memoryBefore.toFixed(0)})`,
    ...large.parts.map(({ part, rate, memory }) => `${part.padEnd(22)} ${cell(rate, 0, 12)} ${cell(memory, 0, 10)}`),
    '',
    `100 webhooks on one event: the last has it after ${hundred.toFixed(0)} ms`,
  ].join('\n');
}

const row = ({ ours, rival, ratio, ratios }: Comparison, goal: string): string =>
  `${cell(ours, 0, 6)} ${cell(rival, 0, 8)} ${cell(ratio, 2, 7)}   ${goal}   ${roundsOf(ratios)}`;

const cpuRow = ({ cpu: { ours, rival, ratio } }: Comparison): string =>
  `${cell(ours, 0, 17)} ${cell(rival, 0, 8)} ${cell(ratio, 2, 7)}`;

const roundsOf = (ratios: number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(' ');
