import { addressOf, defineConfig, serviceSettings } from '#chassis/runtime/config.ts';

export const productConfig = defineConfig({
  ...serviceSettings,
  FINANCE_ADDRESS: addressOf('finance'),
  IDENTITY_ADDRESS: addressOf('identity'),
});
