// Original file: proto/identity/v1/user.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateUserRequest__Input as _identity_v1_CreateUserRequest__Input, CreateUserRequest as _identity_v1_CreateUserRequest } from '../../identity/v1/CreateUserRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ListMembersRequest__Input as _identity_v1_ListMembersRequest__Input, ListMembersRequest as _identity_v1_ListMembersRequest } from '../../identity/v1/ListMembersRequest.ts';
import type { ListNamesRequest__Input as _identity_v1_ListNamesRequest__Input, ListNamesRequest as _identity_v1_ListNamesRequest } from '../../identity/v1/ListNamesRequest.ts';
import type { ListUsersRequest__Input as _identity_v1_ListUsersRequest__Input, ListUsersRequest as _identity_v1_ListUsersRequest } from '../../identity/v1/ListUsersRequest.ts';
import type { MemberPage__Input as _identity_v1_MemberPage__Input, MemberPage as _identity_v1_MemberPage } from '../../identity/v1/MemberPage.ts';
import type { NameList__Input as _identity_v1_NameList__Input, NameList as _identity_v1_NameList } from '../../identity/v1/NameList.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateSelfRequest__Input as _identity_v1_UpdateSelfRequest__Input, UpdateSelfRequest as _identity_v1_UpdateSelfRequest } from '../../identity/v1/UpdateSelfRequest.ts';
import type { UpdateUserRequest__Input as _identity_v1_UpdateUserRequest__Input, UpdateUserRequest as _identity_v1_UpdateUserRequest } from '../../identity/v1/UpdateUserRequest.ts';
import type { UserPage__Input as _identity_v1_UserPage__Input, UserPage as _identity_v1_UserPage } from '../../identity/v1/UserPage.ts';
import type { UserReply__Input as _identity_v1_UserReply__Input, UserReply as _identity_v1_UserReply } from '../../identity/v1/UserReply.ts';

export interface UserServiceClient extends grpc.Client {
  CreateUser(argument: _identity_v1_CreateUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  CreateUser(argument: _identity_v1_CreateUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  CreateUser(argument: _identity_v1_CreateUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  CreateUser(argument: _identity_v1_CreateUserRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  createUser(argument: _identity_v1_CreateUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  createUser(argument: _identity_v1_CreateUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  createUser(argument: _identity_v1_CreateUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  createUser(argument: _identity_v1_CreateUserRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  
  DeleteUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  GetUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  GetUser(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  GetUser(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  getUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  getUser(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  getUser(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  getUser(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  
  ListMembers(argument: _identity_v1_ListMembersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest__Input, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest__Input, callback: grpc.requestCallback<_identity_v1_MemberPage>): grpc.ClientUnaryCall;
  
  ListNames(argument: _identity_v1_ListNamesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  ListNames(argument: _identity_v1_ListNamesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  ListNames(argument: _identity_v1_ListNamesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  ListNames(argument: _identity_v1_ListNamesRequest__Input, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  listNames(argument: _identity_v1_ListNamesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  listNames(argument: _identity_v1_ListNamesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  listNames(argument: _identity_v1_ListNamesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  listNames(argument: _identity_v1_ListNamesRequest__Input, callback: grpc.requestCallback<_identity_v1_NameList>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _identity_v1_ListUsersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  ListUsers(argument: _identity_v1_ListUsersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  ListUsers(argument: _identity_v1_ListUsersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  ListUsers(argument: _identity_v1_ListUsersRequest__Input, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  listUsers(argument: _identity_v1_ListUsersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  listUsers(argument: _identity_v1_ListUsersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  listUsers(argument: _identity_v1_ListUsersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  listUsers(argument: _identity_v1_ListUsersRequest__Input, callback: grpc.requestCallback<_identity_v1_UserPage>): grpc.ClientUnaryCall;
  
  UpdateSelf(argument: _identity_v1_UpdateSelfRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateSelf(argument: _identity_v1_UpdateSelfRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateSelf(argument: _identity_v1_UpdateSelfRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateSelf(argument: _identity_v1_UpdateSelfRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateSelf(argument: _identity_v1_UpdateSelfRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateSelf(argument: _identity_v1_UpdateSelfRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateSelf(argument: _identity_v1_UpdateSelfRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateSelf(argument: _identity_v1_UpdateSelfRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  
  UpdateUser(argument: _identity_v1_UpdateUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateUser(argument: _identity_v1_UpdateUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateUser(argument: _identity_v1_UpdateUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  UpdateUser(argument: _identity_v1_UpdateUserRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateUser(argument: _identity_v1_UpdateUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateUser(argument: _identity_v1_UpdateUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateUser(argument: _identity_v1_UpdateUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  updateUser(argument: _identity_v1_UpdateUserRequest__Input, callback: grpc.requestCallback<_identity_v1_UserReply>): grpc.ClientUnaryCall;
  
}

export interface UserServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateUser: grpc.handleUnaryCall<_identity_v1_CreateUserRequest, _identity_v1_UserReply__Input>;
  
  DeleteUser: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetUser: grpc.handleUnaryCall<_common_v1_RecordRequest, _identity_v1_UserReply__Input>;
  
  ListMembers: grpc.handleUnaryCall<_identity_v1_ListMembersRequest, _identity_v1_MemberPage__Input>;
  
  ListNames: grpc.handleUnaryCall<_identity_v1_ListNamesRequest, _identity_v1_NameList__Input>;
  
  ListUsers: grpc.handleUnaryCall<_identity_v1_ListUsersRequest, _identity_v1_UserPage__Input>;
  
  UpdateSelf: grpc.handleUnaryCall<_identity_v1_UpdateSelfRequest, _identity_v1_UserReply__Input>;
  
  UpdateUser: grpc.handleUnaryCall<_identity_v1_UpdateUserRequest, _identity_v1_UserReply__Input>;
  
}

export interface UserServiceDefinition extends grpc.ServiceDefinition {
  CreateUser: MethodDefinition<_identity_v1_CreateUserRequest__Input, _identity_v1_UserReply__Input, _identity_v1_CreateUserRequest, _identity_v1_UserReply>
  DeleteUser: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetUser: MethodDefinition<_common_v1_RecordRequest__Input, _identity_v1_UserReply__Input, _common_v1_RecordRequest, _identity_v1_UserReply>
  ListMembers: MethodDefinition<_identity_v1_ListMembersRequest__Input, _identity_v1_MemberPage__Input, _identity_v1_ListMembersRequest, _identity_v1_MemberPage>
  ListNames: MethodDefinition<_identity_v1_ListNamesRequest__Input, _identity_v1_NameList__Input, _identity_v1_ListNamesRequest, _identity_v1_NameList>
  ListUsers: MethodDefinition<_identity_v1_ListUsersRequest__Input, _identity_v1_UserPage__Input, _identity_v1_ListUsersRequest, _identity_v1_UserPage>
  UpdateSelf: MethodDefinition<_identity_v1_UpdateSelfRequest__Input, _identity_v1_UserReply__Input, _identity_v1_UpdateSelfRequest, _identity_v1_UserReply>
  UpdateUser: MethodDefinition<_identity_v1_UpdateUserRequest__Input, _identity_v1_UserReply__Input, _identity_v1_UpdateUserRequest, _identity_v1_UserReply>
}
