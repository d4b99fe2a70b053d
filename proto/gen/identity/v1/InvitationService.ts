// Original file: proto/identity/v1/invitation.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptInvitationReply__Input as _identity_v1_AcceptInvitationReply__Input, AcceptInvitationReply as _identity_v1_AcceptInvitationReply } from '../../identity/v1/AcceptInvitationReply.ts';
import type { AcceptInvitationRequest__Input as _identity_v1_AcceptInvitationRequest__Input, AcceptInvitationRequest as _identity_v1_AcceptInvitationRequest } from '../../identity/v1/AcceptInvitationRequest.ts';

export interface InvitationServiceClient extends grpc.Client {
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest__Input, callback: grpc.requestCallback<_identity_v1_AcceptInvitationReply>): grpc.ClientUnaryCall;
  
}

export interface InvitationServiceHandlers extends grpc.UntypedServiceImplementation {
  AcceptInvitation: grpc.handleUnaryCall<_identity_v1_AcceptInvitationRequest, _identity_v1_AcceptInvitationReply__Input>;
  
}

export interface InvitationServiceDefinition extends grpc.ServiceDefinition {
  AcceptInvitation: MethodDefinition<_identity_v1_AcceptInvitationRequest__Input, _identity_v1_AcceptInvitationReply__Input, _identity_v1_AcceptInvitationRequest, _identity_v1_AcceptInvitationReply>
}
