// Original file: proto/identity/v1/api_key.proto

import type { ApiKeyUse__Input as _identity_v1_ApiKeyUse__Input, ApiKeyUse as _identity_v1_ApiKeyUse } from '../../identity/v1/ApiKeyUse.ts';

export interface ReportApiKeyUseRequest__Input {
  'uses'?: (_identity_v1_ApiKeyUse__Input)[];
}

export interface ReportApiKeyUseRequest {
  'uses': (_identity_v1_ApiKeyUse)[];
}
