import { inTimeSlices } from '#chassis/concurrency/time-slices.ts';
import { invalidField } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import { type ClientStatementRow, GetClientStatementRequest } from '#proto/finance/v1/report.contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { ClientLedger } from '../invoices/client-ledger-repository.ts';
import { clientParty, type PartyCopies } from '../local-copies/party-of.ts';
import type { Printer } from '../pdf/printer.ts';
import { ClientStatement, type Period } from './domain/client-statement.ts';
import { printedStatement } from './domain/printed-statement.ts';
import { refuseTooManyRows } from './domain/row-limit.ts';
import { reportRpc, reportTurn } from './report-rpc.ts';

export interface ClientStatementParts {
  ledger: ClientLedger;
  copies: PartyCopies;
  settings: Pick<OrgSettings, 'today' | 'legalData'>;
  printer: Printer;
}

/** Maximum number of rows of a PDF (decisions 7: Reports). */
const MAX_PRINTED_ROWS = 2_000;
const FILTERS = ['from', 'to'];

/** The statement of a client, as a report and as a PDF (decisions 7: Reports). */
export function clientStatements({ ledger, copies, settings, printer }: ClientStatementParts) {
  /** Errors: validation_failed for a client that does not exist; upstream_unavailable; deadline_exceeded. */
  async function read({ clientId, ...period }: Asked, call: Call, today: string): Promise<ClientStatementRow[]> {
    const { orgId } = call.principal;
    const client = await copies.find('client', clientId, call);
    if (!client) throw noClient(clientId);
    const statement = new ClientStatement();
    await ledger.invoices(orgId, client.id, call.deadline, (invoice) => statement.addInvoice(invoice));
    await ledger.payments(orgId, statement.invoiceIds, call.deadline, (payment) => statement.addPayment(payment));
    const rows = await inTimeSlices(statement.rows(period, today));
    refuseTooManyRows(rows.length, FILTERS);
    return rows;
  }

  return {
    GetClientStatement: reportRpc({
      report: 'ClientStatement',
      schema: GetClientStatementRequest,
      settings,
      read,
    }),
    DrawClientStatement: unary(
      GetClientStatementRequest,
      async (asked, call) => {
        printer.prepare();
        const asOf = await settings.today(call);
        const rows = await reportTurn(call, () => read(asked, call, asOf));
        refuseTooManyRows(rows.length, FILTERS, MAX_PRINTED_ROWS);
        const client = await clientParty(copies, asked.clientId, call);
        const issuer = await settings.legalData(call);
        const document = printedStatement(rows, { ...asked, issuer, client, asOf, now: call.now });
        return { content: await printer.print(document, call), fileName: document.fileName, revision: 0 };
      },
      { role: 'staff', scope: 'read:reports' },
    ),
  };
}

interface Asked extends Period {
  clientId: string;
}

const noClient = (id: string) =>
  invalidField(['query', 'clientId'], 'no client has this id; GET /api/v1/clients lists them', id);
