import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AmountSum__Input as _common_v1_AmountSum__Input, AmountSum as _common_v1_AmountSum } from './common/v1/AmountSum.ts';
import type { CurrencyTotals__Input as _common_v1_CurrencyTotals__Input, CurrencyTotals as _common_v1_CurrencyTotals } from './common/v1/CurrencyTotals.ts';
import type { DateRange__Input as _common_v1_DateRange__Input, DateRange as _common_v1_DateRange } from './common/v1/DateRange.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from './common/v1/Deleted.ts';
import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from './common/v1/ListQuery.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from './common/v1/ListTotals.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from './common/v1/RecordRequest.ts';
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from './common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from './common/v1/VersionRequest.ts';
import type { VersionServiceClient as _common_v1_VersionServiceClient, VersionServiceDefinition as _common_v1_VersionServiceDefinition } from './common/v1/VersionService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      AmountSum: MessageTypeDefinition<_common_v1_AmountSum__Input, _common_v1_AmountSum>
      CurrencyTotals: MessageTypeDefinition<_common_v1_CurrencyTotals__Input, _common_v1_CurrencyTotals>
      DateRange: MessageTypeDefinition<_common_v1_DateRange__Input, _common_v1_DateRange>
      Deleted: MessageTypeDefinition<_common_v1_Deleted__Input, _common_v1_Deleted>
      ListQuery: MessageTypeDefinition<_common_v1_ListQuery__Input, _common_v1_ListQuery>
      ListTotals: MessageTypeDefinition<_common_v1_ListTotals__Input, _common_v1_ListTotals>
      RecordRequest: MessageTypeDefinition<_common_v1_RecordRequest__Input, _common_v1_RecordRequest>
      Version: MessageTypeDefinition<_common_v1_Version__Input, _common_v1_Version>
      VersionRequest: MessageTypeDefinition<_common_v1_VersionRequest__Input, _common_v1_VersionRequest>
      VersionService: SubtypeConstructor<typeof grpc.Client, _common_v1_VersionServiceClient> & { service: _common_v1_VersionServiceDefinition }
    }
  }
}

