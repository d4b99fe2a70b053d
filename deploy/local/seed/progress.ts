/** Shows the progress of the seed. */
export interface Progress {
  /** Runs a step, and prints a line: its title, the number of `things`, and its time. `done` counts another thing. */
  step<T>(title: string, things: string, work: (done: () => void) => Promise<T>): Promise<T>;
}

interface Screen {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const TITLE = 20;

/** Prints a line for each step. On a terminal, the line of the running step shows the count so far. */
export function printProgress(screen: Screen): Progress {
  return {
    async step(title, things, work) {
      const started = performance.now();
      let done = 0;
      const show = (text: string) => screen.isTTY && screen.write(`\r\x1b[K  ${title.padEnd(TITLE)}${text}`);
      show('…');
      const result = await work(() => show(String(++done)));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const clear = screen.isTTY ? '\r\x1b[K' : '';
      screen.write(
        `${clear}  ${title.padEnd(TITLE)}${`${countOf(result)} ${things}`.padEnd(30)}${seconds.padStart(6)} s\n`,
      );
      return result;
    },
  };
}

export const silently: Progress = { step: (_title, _things, work) => work(() => {}) };

function countOf(result: unknown): number {
  if (typeof result === 'number') return result;
  return result instanceof Map ? result.size : Object.keys(result as object).length;
}
