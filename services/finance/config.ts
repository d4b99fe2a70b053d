import { addressSettings, defineConfig, serviceSettings } from '#chassis/config.ts';

export const financeConfig = defineConfig({ ...serviceSettings, PRODUCT_ADDRESS: addressSettings.PRODUCT_ADDRESS });
