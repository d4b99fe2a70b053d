/** Characters of a part that is full: the next part continues its last word. */
const FULL = 27;
/** Text with numbered parts, as banks in Germany and Poland write it: a code of three digits, then `?20…?21…`. */
const NUMBERED = /^\d{3}\?/;
/** Names of the parts of a SEPA payment inside the text. */
const SEPA = /(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;
/** The payer's reference, as banks in the Netherlands write it: `/EREF/RE-1//REMI/…`. */
const SLASHED = '/EREF/';
/** Texts for a missing reference, and names of the part that has it. */
const NONE = new Set(['', 'NONREF', 'NOTPROVIDED', 'EREF', 'PREF', 'MARF']);

/** Text of a :86:, in parts. */
interface Words {
  /** Name of the other party. */
  name?: string;
  /** The text for the receiver. */
  purpose?: string;
  /** The reference of the payer. */
  reference?: string;
}

/** The other party and the text for the receiver; undefined if the text is empty. */
export function descriptionOf(text: string | undefined): string | undefined {
  const { name, purpose } = wordsOf(text ?? '');
  return [name, purpose].filter((part) => part).join(' ') || undefined;
}

/** The reference of the payment: that of the payer, else of the account's owner, else of the bank. */
export function referenceOf(text: string | undefined, owners: string, banks: string | undefined): string | undefined {
  const all = [wordsOf(text ?? '').reference, owners.trim(), banks?.trim()];
  return all.find((reference) => reference !== undefined && !NONE.has(reference));
}

function wordsOf(text: string): Words {
  if (!NUMBERED.test(text)) return plainWords(text);
  // A line of the file may end anywhere in a part.
  const parts = text.replaceAll('\n', '').split('?').slice(1);
  const chosen = (isWanted: (number: number) => boolean) =>
    joined(parts.filter((part) => isWanted(Number(part.slice(0, 2)))).map((part) => part.slice(2)));
  const purpose = chosen((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63));
  const name = chosen((number) => number === 32 || number === 33);
  return { name, ...sepaOf(purpose) };
}

function plainWords(text: string): Words {
  const purpose = text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
  const start = purpose.startsWith('/') ? purpose.indexOf(SLASHED) : -1;
  const reference =
    start < 0
      ? undefined
      : purpose
          .slice(start + SLASHED.length)
          .split('/', 1)[0]
          ?.trim();
  return { purpose, ...(reference !== undefined && { reference }) };
}

function joined(parts: readonly string[]): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    text += before === undefined || before.length >= FULL ? part : ` ${part.trim()}`;
  }
  return text.trim();
}

/** Splits the text of a SEPA payment. Text without names of parts is the text for the receiver. */
function sepaOf(text: string): Words {
  const found = [...text.matchAll(SEPA)];
  if (found.length === 0) return { purpose: text };
  const parts = new Map(
    found.map((match, index) => {
      const start = match.index + match[0].length;
      return [match[0].slice(0, -1), text.slice(start, found[index + 1]?.index).trim()];
    }),
  );
  const [purpose, reference] = [parts.get('SVWZ') ?? text, parts.get('EREF')];
  return { purpose, ...(reference !== undefined && { reference }) };
}
