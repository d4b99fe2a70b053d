import { test } from '@jest/globals';
import { findChromium } from './chromium.ts';

/** Skipped where there is no browser. */
export const browserTest = findChromium() === undefined ? test.skip : test;
