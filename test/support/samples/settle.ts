/** The day on which the story plays. Examples of requests name days around it. */
export const STORY_DAY = '2027-02-12';
const STORY_START = Date.parse(`${STORY_DAY}T08:00:00.000Z`);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Shown in place of secrets in answers, by field. A value that is null stays null. */
const MASKED: Record<string, string> = {
  access_token: 'eyJhbGciOiJFZERTQSIs…',
  key: 'slv_…',
  last_four: 'x7Qd',
  secret: 'whsec_…',
  kid: 'h3uOXhUYoTRWa5KFmgF9IR8c4TdRWUT2EAYeRf1y5Qw',
  x: 'Og5ZBJwFPki6VmzpENHbKnGPMA1DBFN2QHuX-sETRo0',
  signed_content: 'evt_019f3c1a….1801900800.{"id":"evt_019f3c1a…",…}',
};
/** Values that differ from run to run, by field. */
const FIXED: Record<string, unknown> = { duration_ms: 42, latency_ms: 42, remaining: 5_999, reset: 60 };

/**
 * Gives a story's texts the days and the year of the run, and its answers those of the story. So an invoice that is due in
 * the story is never overdue in the run.
 */
export class Calendar {
  readonly #shift: number;
  readonly #year: number;

  constructor(now = new Date()) {
    this.#shift = Math.round((Date.parse(now.toISOString().slice(0, 10)) - Date.parse(STORY_DAY)) / DAY);
    this.#year = now.getUTCFullYear();
  }

  /** A text of the story, as it is sent. */
  sent(text: string): string {
    return this.#moved(text, this.#shift).replace(/\b([A-Z]+)-2027-(\d+)/g, `$1-${this.#year}-$2`);
  }

  /** A text that was answered, as the story shows it. */
  told(text: string): string {
    return this.#moved(text, -this.#shift).replaceAll(
      new RegExp(`\\b([A-Z]+)-${this.#year}-(\\d+)`, 'g'),
      '$1-2027-$2',
    );
  }

  #moved(text: string, days: number): string {
    return text.replace(/(?<![\d-])(\d{4}-\d\d-\d\d)(?![\d-]|T\d\d:)/g, (date) =>
      new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10),
    );
  }
}

/** Gives recorded requests and answers the same ids, times and secrets in every run. */
export class Settler {
  readonly #calendar: Calendar;
  readonly #moments: number[];
  readonly #replaced: [from: string, to: string][];
  readonly #ids = new Map<string, string>();

  #step = 0;

  /**
   * `moments`: when each request of the story began, in epoch milliseconds. `replaced`: texts of the run, such as its address, and what the
   * story shows for each.
   */
  constructor(calendar: Calendar, moments: number[], replaced: [from: string, to: string][]) {
    this.#calendar = calendar;
    this.#moments = moments;
    this.#replaced = replaced;
  }

  /** `step`: the index of the request in `moments`. */
  request<T>(value: T, step: number): T {
    this.#step = step;
    return this.#value(value, '', {}) as T;
  }

  answer<T>(value: T, step: number): T {
    this.#step = step;
    return this.#value(value, '', { ...MASKED, ...FIXED }) as T;
  }

  #value(value: unknown, name: string, fixed: Record<string, unknown>): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#value(item, name, fixed));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#value(item, key, fixed)]));
    }
    if (value !== null && name in fixed) return fixed[name];
    return typeof value === 'string' ? this.#text(value) : value;
  }

  #text(text: string): string {
    const replaced = this.#replaced.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const timed = replaced.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) => this.#time(time));
    const known = timed.replace(
      /\b(evt_[0-9a-f]{32}|[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g,
      (id) => this.#id(id),
    );
    return this.#calendar.told(known);
  }

  #id(id: string): string {
    const number = (this.#ids.size + 1).toString(16);
    const beginning = id.startsWith('evt_')
      ? 'evt_019f3c1a7d2e'
      : id.includes('-')
        ? '9c2e41d7-5b0a-4f6e-8a31-'
        : '6740b1f2c9a84e00';
    const settled = beginning + number.padStart(id.length - beginning.length, '0');
    if (!this.#ids.has(id)) this.#ids.set(id, settled);
    return this.#ids.get(id) as string;
  }

  /** Each request of the story takes a minute. A time in the future keeps its distance from the request. */
  #time(time: string): string {
    const at = Date.parse(time);
    const begun = this.#moments[this.#step] ?? at;
    const isFuture = at - begun > MINUTE;
    const index = isFuture ? this.#step : this.#moments.findLastIndex((moment, n) => n <= this.#step && moment <= at);
    const distance = isFuture ? Math.round((at - begun) / MINUTE) * MINUTE : 0;
    return new Date(STORY_START + index * MINUTE + distance).toISOString();
  }
}
