import { runtimeGlobals } from './plain-runtime.ts';

/** The imports of tests from '@jest/globals'; that itself serves within jest's own module loader alone. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = runtimeGlobals();
