import { addressSettings, defineConfig, serviceSettings } from '#chassis/runtime/config.ts';

const { IDENTITY_ADDRESS, PRODUCT_ADDRESS } = addressSettings;

export const financeConfig = defineConfig({ ...serviceSettings, IDENTITY_ADDRESS, PRODUCT_ADDRESS });
