/** A payment: incoming, or outgoing if its amount is below 0. */
export interface BankLine {
  date: string;
  amount: number;
  referenceNo: string;
  description: string;
}

export interface BankStatement {
  accountNumber: string;
  currency: string;
  date: string;
  lines: BankLine[];
}

/** A file of statements as banks send it: ISO 20022, camt.053. Balances start at 0. */
export function camtFile(id: string, statements: BankStatement[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>${escaped(id)}</MsgId><CreDtTm>${statements[0]?.date}T06:00:00Z</CreDtTm></GrpHdr>
${statements.map((statement) => statementText(id, statement)).join('\n')}
</BkToCstmrStmt></Document>`;
}

function statementText(id: string, { accountNumber, currency, date, lines }: BankStatement): string {
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return `<Stmt><Id>${escaped(`${id}-${accountNumber}`)}</Id><CreDtTm>${date}T06:00:00Z</CreDtTm>
<Acct><Id><Othr><Id>${escaped(accountNumber)}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>${amountText(cents / 100, currency)}<Dt><Dt>${date}</Dt></Dt></Bal>
${lines.map((line) => entryText(line, currency)).join('\n')}
</Stmt>`;
}

const entryText = ({ date, amount, referenceNo, description }: BankLine, currency: string) =>
  `<Ntry>${amountText(amount, currency)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${escaped(referenceNo)}</EndToEndId></Refs><RmtInf><Ustrd>${escaped(description)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const amountText = (amount: number, currency: string) =>
  `<Amt Ccy="${currency}">${Math.abs(amount).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
