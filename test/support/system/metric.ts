/** The first value of a metric that a process shows, whatever its labels. Undefined if there is none. */
export async function metricOf(process: { adminUrl: string } | undefined, name: string): Promise<number | undefined> {
  const page = await (await fetch(`${process?.adminUrl}/metrics`)).text();
  const value = page.match(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm'))?.[1];
  return value === undefined ? undefined : Number(value);
}
