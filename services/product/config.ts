import { addressSettings, defineConfig, serviceSettings } from '#chassis/config.ts';

export const productConfig = defineConfig({ ...serviceSettings, FINANCE_ADDRESS: addressSettings.FINANCE_ADDRESS });
