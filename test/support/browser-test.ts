import { test } from '@jest/globals';
import { findChromium } from './chromium.ts';

/** A test that needs a browser. It is skipped if there is no Chromium on this machine. */
export const browserTest = findChromium() === undefined ? test.skip : test;
