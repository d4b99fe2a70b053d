import { programFolders } from '../../deploy/local/config.ts';
import { findProgram } from '../../deploy/local/programs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const OTHER_PLACES = ['/Applications/Google Chrome.app/Contents/MacOS', '/Applications/Chromium.app/Contents/MacOS'];

/** Path of Chromium or Chrome on this machine. Undefined if there is none. */
export function findChromium(): string | undefined {
  const places = [...programFolders(), ...OTHER_PLACES];
  return [...NAMES, 'Google Chrome', 'Chromium']
    .map((name) => findProgram(name, places))
    .find((path) => path !== undefined);
}
