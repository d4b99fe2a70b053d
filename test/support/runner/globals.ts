import { runtimeGlobals } from './plain-runtime.ts';

/** What tests import as '@jest/globals'; that itself serves within jest's own module loader alone. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = runtimeGlobals();
