import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { topologyConfig } from './config.ts';
import { createDeclarer } from './declarer.ts';

const config = loadConfig(topologyConfig);

await runService('topology', config, ({ logger }) => [createDeclarer(config, logger)]);
