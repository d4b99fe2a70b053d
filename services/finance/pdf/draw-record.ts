import type { RecordState } from '#chassis/domain/record.ts';
import type { RecordMethods } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { type UnaryMethod, unary } from '#chassis/rpc/endpoint.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import type { Party, PrintedDocument } from './domain/printed-document.ts';
import type { Printer } from './printer.ts';

interface Drawing<State extends RecordState> {
  methods: Pick<RecordMethods<State, never>, 'visible' | 'access'>;
  printer: Printer;
  settings: { legalData(call: Call): Promise<Party> };
  /** Converts the record to a printed document, with the present values of the records that it names. */
  printed(state: State, issuer: Party, call: Call): Promise<PrintedDocument>;
}

interface Pdf {
  content: Buffer;
  fileName: string;
  revision: number;
}

/**
 * The rpc that draws a document. Errors: not_found; as `Printer.print`; upstream_unavailable when another service
 * cannot be asked.
 */
export const drawRecord = <State extends RecordState>({
  methods,
  printer,
  settings,
  printed,
}: Drawing<State>): UnaryMethod<Pdf> =>
  unary(
    RecordRequest,
    async ({ id }, call) => {
      const state = await methods.visible(id, call);
      printer.prepare();
      const document = await printed(state, await settings.legalData(call), call);
      const content = await printer.print(document, call);
      return { content, fileName: document.fileName, revision: state.revision };
    },
    methods.access.read,
  );
