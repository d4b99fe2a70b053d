/** The tax at one rate, as texts. */
interface PrintedTax {
  /** null if no rate is known. */
  rate: string | null;
  base: string;
  amount: string;
}

/** A row for each rate. If there are several, each names its base. */
export const taxRows = (taxes: readonly PrintedTax[]): Record<string, string> =>
  Object.fromEntries(
    taxes.map(({ rate, base, amount }) => {
      const name = rate === null ? 'Tax' : `Tax ${rate} %`;
      return [taxes.length > 1 ? `${name} on ${base}` : name, amount];
    }),
  );

/** The notes of a document, after the reason why no tax is charged. */
export function notesWithReason(notes: string | null, taxes: readonly { reason: string | null }[]): string | null {
  const reason = taxes.find((tax) => tax.reason)?.reason;
  return reason ? [`No tax: ${reason}`, notes].filter((text) => text).join('\n') : notes;
}
