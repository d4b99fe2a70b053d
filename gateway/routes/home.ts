import { z } from 'zod';
import type { Services } from '../grpc-clients.ts';
import { plain } from '../routing/answers.ts';
import { listTurns } from '../routing/concurrency-limits.ts';
import { refusalOf } from '../routing/pipeline.ts';
import { type Request, type Route, route } from '../routing/route.ts';
import { waitingCount } from '../routing/waiting-count.ts';

type Call = Request<'staff', string, unknown, unknown>['call'];

/** Records that wait for the caller: a list, as a caller asks for it, and the same list as the service counts it. */
interface Waiting extends Pick<Route, 'role' | 'scope'> {
  list: string;
  read(services: Services, call: Call): Promise<{ total: number }>;
}

const query = { page: 1, limit: 1, sort: '-createdAt' };

/** By name. A test compares each count with the list. */
const waiting = {
  bomsToApprove: {
    list: '/api/v1/bom?status=submitted',
    role: 'staff',
    scope: 'read:bom',
    read: ({ boms }, call) => boms.listBoms({ query, status: 'submitted' }, call),
  },
  ordersLate: {
    list: '/api/v1/orders?late=true',
    role: 'staff',
    scope: 'read:orders',
    read: ({ orders }, call) => orders.listOrders({ query, late: true }, call),
  },
  ordersToInvoice: {
    list: '/api/v1/orders?toInvoice=true',
    role: 'staff',
    scope: 'read:orders',
    read: ({ orders }, call) => orders.listOrders({ query, toInvoice: true }, call),
  },
  invoicesOverdue: {
    list: '/api/v1/invoices?status=overdue',
    role: 'staff',
    scope: 'read:invoices',
    read: ({ invoices }, call) => invoices.listInvoices({ query, status: 'overdue' }, call),
  },
  bankLinesToMatch: {
    list: '/api/v1/bank-lines?toMatch=true',
    role: 'staff',
    scope: 'read:bank_statements',
    read: ({ bankStatements }, call) =>
      bankStatements.listAllBankLines({ query: { ...query, sort: '-updatedAt' }, toMatch: true }, call),
  },
  webhooksFailing: {
    list: '/api/v1/webhooks?is_failing=true',
    role: 'admin',
    scope: 'read:webhooks',
    read: ({ webhooks }, call) =>
      webhooks.listWebhooks({ query: { ...query, sort: '-created_at' }, is_failing: true }, call),
  },
} satisfies Record<string, Waiting>;

const names = Object.keys(waiting) as [keyof typeof waiting, ...(keyof typeof waiting)[]];

const Home = z.strictObject({
  data: z
    .array(
      z.strictObject({
        name: z.enum(names).describe('Kind of the records that wait.'),
        count: z.int().nullable().describe('Number of records. Null if it could not be read in time.'),
        list: z.string().describe('Path of the list of these records.'),
        reason: z.string().nullable().describe('Reason why there is no count. Null if there is one.'),
      }),
    )
    .describe('The kinds of records that the caller may list.'),
});

export const homeRoute = route({
  method: 'GET',
  path: '/api/v1/home',
  operationId: 'getHome',
  tag: 'Reports',
  summary: 'Read what waits for the caller',
  description:
    'Counts the BOMs to approve, the orders that are late or to invoice, the overdue invoices, the bank lines to match and the failing webhooks. Each has the path of the list with exactly these records. Lists that the role or the scopes of the caller do not allow are left out. A service that does not answer within 2 s gives `count: null` and a reason.',
  role: 'staff',
  keys: 'any',
  answer: plain(Home),
  turns: listTurns,
  async handle(services, { principal, call }) {
    const allowed = names.filter((name) => refusalOf(waiting[name], principal) === undefined);
    const counted = allowed.map(async (name) => {
      const { list, read } = waiting[name];
      const { count, reason } = await waitingCount((options) => read(services, options), call);
      return { name, count, list, reason };
    });
    return { data: await Promise.all(counted) };
  },
});
