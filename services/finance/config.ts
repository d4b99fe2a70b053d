import { addressSettings, defineConfig, serviceSettings } from '#chassis/runtime/config.ts';

export const financeConfig = defineConfig({ ...serviceSettings, PRODUCT_ADDRESS: addressSettings.PRODUCT_ADDRESS });
