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
import type { CreateUserRequest__Input as _identity_v1_CreateUserRequest__Input, CreateUserRequest as _identity_v1_CreateUserRequest } from './identity/v1/CreateUserRequest.ts';
import type { ListMembersRequest__Input as _identity_v1_ListMembersRequest__Input, ListMembersRequest as _identity_v1_ListMembersRequest } from './identity/v1/ListMembersRequest.ts';
import type { ListNamesRequest__Input as _identity_v1_ListNamesRequest__Input, ListNamesRequest as _identity_v1_ListNamesRequest } from './identity/v1/ListNamesRequest.ts';
import type { ListUsersRequest__Input as _identity_v1_ListUsersRequest__Input, ListUsersRequest as _identity_v1_ListUsersRequest } from './identity/v1/ListUsersRequest.ts';
import type { Member__Input as _identity_v1_Member__Input, Member as _identity_v1_Member } from './identity/v1/Member.ts';
import type { MemberPage__Input as _identity_v1_MemberPage__Input, MemberPage as _identity_v1_MemberPage } from './identity/v1/MemberPage.ts';
import type { NameList__Input as _identity_v1_NameList__Input, NameList as _identity_v1_NameList } from './identity/v1/NameList.ts';
import type { OrgUser__Input as _identity_v1_OrgUser__Input, OrgUser as _identity_v1_OrgUser } from './identity/v1/OrgUser.ts';
import type { PersonName__Input as _identity_v1_PersonName__Input, PersonName as _identity_v1_PersonName } from './identity/v1/PersonName.ts';
import type { SelfPatch__Input as _identity_v1_SelfPatch__Input, SelfPatch as _identity_v1_SelfPatch } from './identity/v1/SelfPatch.ts';
import type { UpdateSelfRequest__Input as _identity_v1_UpdateSelfRequest__Input, UpdateSelfRequest as _identity_v1_UpdateSelfRequest } from './identity/v1/UpdateSelfRequest.ts';
import type { UpdateUserRequest__Input as _identity_v1_UpdateUserRequest__Input, UpdateUserRequest as _identity_v1_UpdateUserRequest } from './identity/v1/UpdateUserRequest.ts';
import type { UserInput__Input as _identity_v1_UserInput__Input, UserInput as _identity_v1_UserInput } from './identity/v1/UserInput.ts';
import type { UserPage__Input as _identity_v1_UserPage__Input, UserPage as _identity_v1_UserPage } from './identity/v1/UserPage.ts';
import type { UserPatch__Input as _identity_v1_UserPatch__Input, UserPatch as _identity_v1_UserPatch } from './identity/v1/UserPatch.ts';
import type { UserReply__Input as _identity_v1_UserReply__Input, UserReply as _identity_v1_UserReply } from './identity/v1/UserReply.ts';
import type { UserServiceClient as _identity_v1_UserServiceClient, UserServiceDefinition as _identity_v1_UserServiceDefinition } from './identity/v1/UserService.ts';

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
  identity: {
    v1: {
      CreateUserRequest: MessageTypeDefinition<_identity_v1_CreateUserRequest__Input, _identity_v1_CreateUserRequest>
      ListMembersRequest: MessageTypeDefinition<_identity_v1_ListMembersRequest__Input, _identity_v1_ListMembersRequest>
      ListNamesRequest: MessageTypeDefinition<_identity_v1_ListNamesRequest__Input, _identity_v1_ListNamesRequest>
      ListUsersRequest: MessageTypeDefinition<_identity_v1_ListUsersRequest__Input, _identity_v1_ListUsersRequest>
      Member: MessageTypeDefinition<_identity_v1_Member__Input, _identity_v1_Member>
      MemberPage: MessageTypeDefinition<_identity_v1_MemberPage__Input, _identity_v1_MemberPage>
      NameList: MessageTypeDefinition<_identity_v1_NameList__Input, _identity_v1_NameList>
      OrgUser: MessageTypeDefinition<_identity_v1_OrgUser__Input, _identity_v1_OrgUser>
      PersonName: MessageTypeDefinition<_identity_v1_PersonName__Input, _identity_v1_PersonName>
      SelfPatch: MessageTypeDefinition<_identity_v1_SelfPatch__Input, _identity_v1_SelfPatch>
      UpdateSelfRequest: MessageTypeDefinition<_identity_v1_UpdateSelfRequest__Input, _identity_v1_UpdateSelfRequest>
      UpdateUserRequest: MessageTypeDefinition<_identity_v1_UpdateUserRequest__Input, _identity_v1_UpdateUserRequest>
      UserInput: MessageTypeDefinition<_identity_v1_UserInput__Input, _identity_v1_UserInput>
      UserPage: MessageTypeDefinition<_identity_v1_UserPage__Input, _identity_v1_UserPage>
      UserPatch: MessageTypeDefinition<_identity_v1_UserPatch__Input, _identity_v1_UserPatch>
      UserReply: MessageTypeDefinition<_identity_v1_UserReply__Input, _identity_v1_UserReply>
      UserService: SubtypeConstructor<typeof grpc.Client, _identity_v1_UserServiceClient> & { service: _identity_v1_UserServiceDefinition }
    }
  }
}

