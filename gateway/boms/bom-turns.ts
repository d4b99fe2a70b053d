import { FairSemaphore } from '#chassis/concurrency/fair-semaphore.ts';

/**
 * What may hold the lines of whole versions takes megabytes, and a second of work, at both ends. Small ones are not told
 * from large ones before it is known what they are: an org has two at once.
 */
export const bomTurns = new FairSemaphore({
  concurrency: 4,
  each: 2,
  limit: 32,
  refusal: 'Too many bills of material are being read or written; ask for fewer at a time',
});
