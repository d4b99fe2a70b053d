import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { invalidField } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { preparedOf, replyOf } from '#chassis/records/command.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { encodedUnary, unary } from '#chassis/rpc/endpoint.ts';
import type { SharedTransaction, Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import {
  GetChartOfAccountsRequest,
  ImportManagementAccountsRequest,
  managementAccount,
} from '#proto/finance/v1/management-account.contract.ts';
import {
  type AccountChanges,
  activateAccount,
  createAccount,
  deactivateAccount,
  deleteAccount,
  type ManagementAccount,
  updateAccount,
} from './domain/account.ts';
import { namedBeside, placeRows, type Row } from './domain/import.ts';
import { carriesLevels, moveAccount, type PlacedAccount, placeUnder } from './domain/move.ts';
import { encodedChart } from './encoded-chart.ts';
import type { AccountRepository } from './repository.ts';

export function accountHandlers(writer: Writer, accounts: AccountRepository) {
  // Limits the charts that are read at the same time. Each takes about 10 MB of memory.
  const charts = new FairQueue({ name: 'finance.charts', limit: 2 });
  const prepared = preparedOf(writer);
  const methods = recordMethods({
    of: managementAccount,
    writer,
    records: accounts,
    request: RecordRequest,
  });

  /** Errors: validation_failed at parentId if there is no such account. */
  async function parentNamed(tx: SharedTransaction, named: string | null): Promise<NewParent> {
    if (named === null) return { parent: null, named };
    const parent = (await accounts.named(tx, [named])).get(named);
    if (!parent) throw noParent(named);
    return { parent, named };
  }

  /**
   * Whether the request changes the parent, as the database shows it before the transaction. A move waits for other
   * moves first, because a transaction that conflicts with them would be wasted.
   */
  async function isMove(request: Change, { principal: { orgId } }: Call): Promise<boolean> {
    const { parentId }: Named = changesOf(request);
    if (parentId === undefined) return false;
    const { id } = request;
    const found = await accounts.named({ orgId }, parentId === null ? [id] : [id, parentId]);
    return found.get(id)?.parentId !== (parentId === null ? null : found.get(parentId)?.id);
  }

  /** Moves the account with all accounts below it. */
  async function move(
    tx: Transaction,
    before: ManagementAccount,
    changes: AccountChanges,
    { parent, named }: NewParent,
  ) {
    const place = placeUnder(parent, named);
    const below = carriesLevels(before, place) ? await accounts.below(tx, before) : [];
    const { account, carried } = moveAccount(before, { changes, place, named, below }, tx.now);
    await accounts.saveCarried(tx, carried);
    // The account itself is saved last, because the answer names the last event.
    return accounts.save(tx, before, account);
  }

  return {
    CreateManagementAccount: unary(
      managementAccount.requests.create,
      async ({ account: { parentId, ...input } }, call) => {
        const id = newId();
        const written = await writer.create(call, async (tx) => {
          if (parentId !== undefined) await accounts.holdLevels(tx);
          const { parent, named } = await parentNamed(tx, parentId ?? null);
          const place = placeUnder(parent, named);
          return accounts.add(tx, createAccount(input, { id, orgId: tx.orgId, now: tx.now, ...place }));
        });
        return replyOf(written);
      },
      methods.access.create,
    ),
    GetManagementAccount: methods.get(),
    ListManagementAccounts: methods.list(managementAccount.requests.list),
    GetChartOfAccounts: encodedUnary(
      GetChartOfAccountsRequest,
      (_, call) => {
        const { orgId } = call.principal;
        return charts.run(orgId, call, async () => encodedChart(await accounts.chart(orgId, call.deadline)));
      },
      methods.access.read,
    ),
    UpdateManagementAccount: prepared(
      managementAccount.requests.update,
      methods.access.update,
      isMove,
      async (request, tx, isExpected) => {
        const { parentId, ...changes }: AccountChanges & Named = changesOf(request);
        if (isExpected) await accounts.awaitMoves(tx);
        const before = await accounts.load(tx, request);
        const to = await parentNamed(tx, parentId ?? null);
        const stays = parentId === undefined || (to.parent?.id ?? null) === before.parentId;
        if (stays) return accounts.save(tx, before, updateAccount(before, changes, tx.now));
        if (!isExpected) await accounts.lockLevels(tx);
        return move(tx, before, changes, to);
      },
    ),
    DeleteManagementAccount: methods.delete(deleteAccount),
    ActivateManagementAccount: methods.move(activateAccount),
    DeactivateManagementAccount: methods.move(deactivateAccount),
    ImportManagementAccounts: methods.import(ImportManagementAccountsRequest, {
      max: MAX_IMPORT,
      async *make(parts, tx) {
        const { orgId, now } = tx;
        const rows: Row[] = [];
        const timeSlices = new TimeSlices();
        // The parts are read twice, because a line may come before its parent. All parts together would take too much
        // memory.
        for (const { request } of parts) {
          rows.push(...request.accounts.map(rowOf));
          await timeSlices.giveWay();
        }
        await accounts.holdLevels(tx);
        const places = placeRows(rows, await accounts.named(tx, namedBeside(rows)), newId);
        accounts.declareNew(
          tx,
          places.map(({ id }) => id),
        );
        for (const { request, from } of parts) {
          yield request.accounts.map(({ id: _, parentId: __, ...input }, index) =>
            createAccount(input, { orgId, now, ...(places[from + index] as (typeof places)[number]) }),
          );
        }
      },
    }),
  };
}

type Named = { parentId?: string | null };
type Change = { id: string } & Parameters<typeof changesOf>[0];

/** The new parent, with the name that the caller sent; null for the top. */
interface NewParent {
  parent: PlacedAccount | null;
  named: string | null;
}

const rowOf = ({ id, code, name, parentId }: Row): Row => ({
  ...(id !== undefined && { id }),
  code,
  name,
  ...(parentId !== undefined && { parentId }),
});

const noParent = (name: string) =>
  invalidField(
    ['body', 'parentId'],
    'no management account has this id or code; POST /api/v1/management-accounts creates one',
    name,
  );
