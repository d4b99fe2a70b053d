import { addressSettings, defineConfig, serviceSettings } from '#chassis/runtime/config.ts';

const { FINANCE_ADDRESS, IDENTITY_ADDRESS } = addressSettings;

export const productConfig = defineConfig({ ...serviceSettings, FINANCE_ADDRESS, IDENTITY_ADDRESS });
