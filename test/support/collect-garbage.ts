import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what nothing refers to, so that a test can measure the memory in use. */
export const collectGarbage = runInNewContext('gc') as () => void;
