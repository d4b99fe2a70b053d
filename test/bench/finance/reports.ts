import mongoose from 'mongoose';
import type { System } from '../../support/system/system.ts';
import { median } from '../load.ts';
import { cell } from '../report.ts';
import { CLIENT, idOf, type Sizes, writeRecords } from './report-records.ts';

const SIZES: Sizes = { documents: 100_000, open: 500, recent: 9_940, ofLargeClient: 4_500, parties: 1_000 };
const ROUNDS = 9;
/** Days of the recent orders. */
const YEAR = 'from=2026-01-01&to=2026-12-31';

const REPORTS: readonly [name: string, query: string][] = [
  ['order-book', ''],
  ['to-invoice', ''],
  ['open-purchases', ''],
  ['receivables', ''],
  ['payables', ''],
  ['tax', ''],
  ['margin', YEAR],
  ['client-statement', `clientId=${idOf(CLIENT, 0)}`],
];

interface ReportResult {
  report: string;
  rows: number;
  /** Milliseconds, of the whole request. */
  median: number;
  slowest: number;
}

/** Times of the reports by the API, in an org with 100,000 orders, purchase orders and invoices. */
export async function measureReports(system: System, say: (line: string) => void): Promise<ReportResult[]> {
  const token = await system.login();
  const { org_id: orgId } = await system.json<{ org_id: string }>(token, 'GET', '/api/v1/auth/me');
  say(`reports: writing ${SIZES.documents} orders, purchase orders and invoices`);
  const client = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  try {
    await writeRecords(client.db(`${system.databasePrefix}_finance`), orgId, SIZES);
  } finally {
    await client.close();
  }
  const results: ReportResult[] = [];
  for (const [report, query] of REPORTS) {
    const times: number[] = [];
    let rows = 0;
    for (let round = -1; round < ROUNDS; round++) {
      const start = performance.now();
      const answer = await system.json<{ data: unknown[] }>(token, 'GET', `/api/v1/reports/${report}?${query}`);
      if (round >= 0) times.push(performance.now() - start);
      rows = answer.data.length;
    }
    results.push({ report, rows, median: median(times), slowest: Math.max(...times) });
    say(`reports: ${report} ${cell(median(times))} ms`);
  }
  return results;
}

export const reportReports = (results: readonly ReportResult[]): string =>
  [
    '',
    `${'reports of 100,000 documents, ms'.padEnd(40)}  median  slowest     rows`,
    ...results.map(({ report, rows, median: usual, slowest }) =>
      [`  ${report}`.padEnd(40), cell(usual), cell(slowest), cell(rows, 0)].join(''),
    ),
  ].join('\n');
