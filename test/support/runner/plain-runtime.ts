import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import type * as jestGlobals from '@jest/globals';
import { ModuleMocker } from 'jest-mock';

type Globals = typeof jestGlobals;
export type RuntimeConfig = ConstructorParameters<typeof ModernFakeTimers>[0]['config'];

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
/** Handlers of events that the framework installs once. It adds more for each file. */
const FIRST_HANDLERS = 2;
const require = createRequire(import.meta.url);
let globals: Globals | undefined;

export function runtimeGlobals(): Globals {
  if (!globals) throw new Error('Tests are run by npm test.');
  return globals;
}

/**
 * The parts of jest's runtime that the test framework calls. Modules are loaded by Node, and all code shares one realm.
 */
export class PlainRuntime {
  readonly #mocker = new ModuleMocker(globalThis);
  readonly #timers: ModernFakeTimers;
  readonly #jest: object;
  requireInternalModule = require;
  requireModule = require;

  constructor(config: RuntimeConfig) {
    this.#timers = new ModernFakeTimers({ config, global: globalThis });
    this.#jest = jestObject(this.#mocker, this.#timers);
  }

  /** Forgets the file before: its tests, its time limit, its mocks and its clock. */
  reset(): void {
    if (globals === undefined) return;
    this.#timers.useRealTimers();
    this.#mocker.restoreAllMocks();
    resetFramework();
  }

  setGlobalsForRuntime(framework: object): void {
    globals = { ...framework, jest: this.#jest } as Globals;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  /** Does nothing. Jest's runtime would refuse a `require` between two tests. */
  enterTestCode(): void {}
  leaveTestCode(): void {}
}

/**
 * The framework (jest-circus) keeps its state under a symbol of `globalThis`, and creates it once. Its other entry point
 * creates a state of the same kind under a symbol of its own.
 */
function resetFramework(): void {
  const framework: { resetState(): void; getState(): object } = require('jest-circus');
  framework.resetState();
  const shared = globalThis as Record<symbol, unknown>;
  const fresh = framework.getState();
  const states = Object.getOwnPropertySymbols(globalThis).filter(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  for (const state of states) shared[state] = fresh;
  (shared[EVENT_HANDLERS] as unknown[]).splice(FIRST_HANDLERS);
  delete shared[TEST_TIMEOUT];
}

/**
 * The `jest` object of tests, without functions that need jest's module registry, such as `mock` and `resetModules`.
 */
function jestObject(mocker: ModuleMocker, timers: ModernFakeTimers): object {
  return {
    ...bound(mocker, ['fn', 'spyOn', 'mocked', 'isMockFunction', 'replaceProperty']),
    ...bound(mocker, ['clearAllMocks', 'resetAllMocks', 'restoreAllMocks']),
    ...bound(timers, ['useFakeTimers', 'useRealTimers', 'setSystemTime', 'getRealSystemTime', 'now', 'getTimerCount']),
    ...bound(timers, ['advanceTimersByTime', 'advanceTimersByTimeAsync', 'clearAllTimers', 'runAllTicks']),
    ...bound(timers, [
      'advanceTimersToNextTimer',
      'advanceTimersToNextTimerAsync',
      'runAllTimers',
      'runAllTimersAsync',
    ]),
    ...bound(timers, ['runOnlyPendingTimers', 'runOnlyPendingTimersAsync']),
    setTimeout: (milliseconds: number) => Object.assign(globalThis, { [TEST_TIMEOUT]: milliseconds }),
  };
}

function bound<T extends object>(target: T, names: (keyof T)[]): object {
  return Object.fromEntries(names.map((name) => [name, (target[name] as () => unknown).bind(target)]));
}
