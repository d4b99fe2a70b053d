import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#chassis/runtime/config.ts';
import { readCommandLine } from './command-line.ts';
import { loadStartSettings, startConfig } from './config.ts';
import { readIfPresent, readJson } from './files.ts';
import { openGateway } from './seed/api.ts';
import { printProgress } from './seed/progress.ts';
import { type Season, walkSeason } from './seed/season.ts';
import { curlLoginArguments, shellWord } from './shell.ts';
import { StartError } from './start-error.ts';

/**
 * `npm run seed`: adds a season of a garment maker to the instance that runs on DATA_DIR. Running it again adds
 * nothing.
 */

readCommandLine({
  name: 'npm run seed',
  does: `Fills the instance that runs on DATA_DIR with a garment maker's season: clients, suppliers, materials, 40 styles,
their bills of material in three reviewed versions, a chart of accounts, orders of two drops, what was shipped, charged and
bought of them, the bank accounts, and what the banks have seen of that. Running it again adds nothing.`,
  environment: { DATA_DIR: startConfig.settings.DATA_DIR },
});

await main().catch((error) => {
  const plain = error instanceof StartError || error instanceof ConfigError;
  console.error(plain ? `selvedge: ${error.message}` : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { DATA_DIR } = loadStartSettings();
  const { url, ca, admin } = readInstance(DATA_DIR);
  const gateway = openGateway(url, ca);
  console.log(`A season for ${url}\n`);
  const started = performance.now();
  try {
    const season = await walkSeason(gateway, admin, printProgress(process.stdout));
    console.log(whatNext(season, url, DATA_DIR, performance.now() - started));
  } finally {
    await gateway.close();
  }
}

function readInstance(dataDir: string) {
  const run = readJson(join(dataDir, 'run.json'), z.object({ gateway: z.object({ url: z.string() }) }));
  const secrets = readJson(
    join(dataDir, 'secrets.json'),
    z.object({ adminEmail: z.string(), adminPassword: z.string() }),
  );
  const ca = readIfPresent(join(dataDir, 'tls', 'ca.pem'));
  if (!run || !secrets || !ca) {
    throw new StartError(
      `Nothing runs in ${dataDir}. Run npm start beside this, or set DATA_DIR to the folder of one that runs.`,
    );
  }
  return { url: run.gateway.url, ca, admin: { email: secrets.adminEmail, password: secrets.adminPassword } };
}

function whatNext({ team, bills }: Season, url: string, dataDir: string, milliseconds: number): string {
  const [bill] = bills.values();
  const { merchandiser, headOfProduct } = team;
  const people = [merchandiser, headOfProduct].map(({ email, password }) => `  ${email.padEnd(34)}${password}`);
  const curl = `curl -sS -w '\\n' --cacert ${shellWord(join(dataDir, 'tls', 'ca.pem'))}`;
  return `
Done in ${(milliseconds / 1000).toFixed(1)} s. Staff, with their passwords:
${people.join('\n')}

Where to go next:
  API reference   ${url}/docs
  Log in          TOKEN=$(${curl} ${url}/auth/login ${curlLoginArguments(merchandiser)} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
  Compare         ${curl} -H "Authorization: Bearer $TOKEN" ${url}/api/v1/bom/${bill?.id}/versions/1/compare/3
  Cost            ${curl} -H "Authorization: Bearer $TOKEN" ${url}/api/v1/bom/${bill?.id}/versions/3/cost`;
}
