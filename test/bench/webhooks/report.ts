import type { BacklogResult } from './backlog.ts';
import type { FairnessResult } from './fairness.ts';

export interface WebhookResults {
  fairness: FairnessResult;
  backlog: BacklogResult;
}

/** G5, in lines. Ratios are medians of rounds in which both sides took turns. */
export function reportWebhooks({ fairness, backlog }: WebhookResults): string {
  const { healthy, sick, ratio, ratios, hundred } = fairness;
  const { perSecond, bare, large } = backlog;
  return [
    '',
    `G5, deliveries/s           ours     rival   ratio   goal   rounds`,
    `beside sick receivers ${cell(sick)} ${cell(healthy)} ${cell(ratio, 2, 7)}   0.95   ${roundsOf(ratios)}`,
    `of bare POSTs         ${cell(perSecond)} ${cell(bare)} ${cell(backlog.ratio, 2, 7)}   0.20   ${roundsOf(backlog.ratios)}`,
    '',
    `backlog of ${large.deliveries}      deliveries/s   notification's MB (before: ${large.memoryBefore.toFixed(0)})`,
    ...large.parts.map(({ part, rate, memory }) => `${part.padEnd(22)} ${cell(rate, 0, 12)} ${cell(memory, 0, 10)}`),
    '',
    `100 webhooks on one event: the last has it after ${hundred.toFixed(0)} ms`,
  ].join('\n');
}

const roundsOf = (ratios: number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(' ');

function cell(value: number, digits = 0, width = 8): string {
  return value.toFixed(digits).padStart(width);
}
