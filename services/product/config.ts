import { defineConfig, serviceSettings } from '#chassis/config.ts';

export const productConfig = defineConfig(serviceSettings);
