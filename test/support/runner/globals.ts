import { runtimeGlobals } from './plain-runtime.ts';

/** Replaces the module '@jest/globals' in tests. The original works only within jest's own module loader. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = runtimeGlobals();
