import type { OpenApi } from '../openapi.ts';
export const referencePage = (document: OpenApi): string => document.info.title;
