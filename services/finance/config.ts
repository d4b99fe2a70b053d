import { addressOf, defineConfig, serviceSettings } from '#chassis/runtime/config.ts';

export const financeConfig = defineConfig({
  ...serviceSettings,
  IDENTITY_ADDRESS: addressOf('identity'),
  PRODUCT_ADDRESS: addressOf('product'),
});
