import type { BacklogResult } from './backlog.ts';
import type { FairnessResult } from './fairness.ts';

export interface WebhookResults {
  fairness: FairnessResult;
  backlog: BacklogResult;
}

/** G5, in lines. */
export function reportWebhooks({ fairness, backlog }: WebhookResults): string {
  const { healthy, sick, ratio, hundred } = fairness;
  const { deliveries, perSecond, bare, second, last, memory } = backlog;
  return [
    '',
    `G5, ten good webhooks of three orgs: ${healthy.toFixed(0)} deliveries/s beside three good ones, ${sick.toFixed(0)} beside a dead, a slow and a large one: ratio ${ratio.toFixed(2)}, goal 0.95`,
    `100 webhooks on one event: the last has it after ${hundred.toFixed(0)} ms`,
    `backlog of ${deliveries}: ${perSecond.toFixed(0)}/s, of bare POSTs (${bare.toFixed(0)}/s) ${(perSecond / bare).toFixed(2)}, goal 0.20`,
    `  second quarter ${second.toFixed(0)}/s, last ${last.toFixed(0)}/s; notification had ${memory.before.toFixed(0)} MB before, ${memory.most.toFixed(0)} at most, ${memory.after.toFixed(0)} after`,
  ].join('\n');
}
