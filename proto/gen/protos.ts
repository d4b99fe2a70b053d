// Original files: common/v1/common.proto, common/v1/release.proto, finance/v1/finance.proto, identity/v1/api_key.proto, identity/v1/audit.proto, identity/v1/identity.proto, identity/v1/invitation.proto, identity/v1/org.proto, identity/v1/password.proto, identity/v1/session.proto, identity/v1/user.proto, notification/v1/notification.proto, product/v1/bom.proto, product/v1/exchange_rate.proto, product/v1/material.proto, product/v1/product.proto, product/v1/style.proto, product/v1/supplier.proto

import type { ProtoGrpcType as common } from './common.ts';
import type { ProtoGrpcType as release } from './release.ts';
import type { ProtoGrpcType as finance } from './finance.ts';
import type { ProtoGrpcType as api_key } from './api_key.ts';
import type { ProtoGrpcType as audit } from './audit.ts';
import type { ProtoGrpcType as identity } from './identity.ts';
import type { ProtoGrpcType as invitation } from './invitation.ts';
import type { ProtoGrpcType as org } from './org.ts';
import type { ProtoGrpcType as password } from './password.ts';
import type { ProtoGrpcType as session } from './session.ts';
import type { ProtoGrpcType as user } from './user.ts';
import type { ProtoGrpcType as notification } from './notification.ts';
import type { ProtoGrpcType as bom } from './bom.ts';
import type { ProtoGrpcType as exchange_rate } from './exchange_rate.ts';
import type { ProtoGrpcType as material } from './material.ts';
import type { ProtoGrpcType as product } from './product.ts';
import type { ProtoGrpcType as style } from './style.ts';
import type { ProtoGrpcType as supplier } from './supplier.ts';

export interface Protos {
  common: common['common']['v1'] & release['common']['v1'];
  finance: finance['finance']['v1'];
  identity: api_key['identity']['v1'] & audit['identity']['v1'] & identity['identity']['v1'] & invitation['identity']['v1'] & org['identity']['v1'] & password['identity']['v1'] & session['identity']['v1'] & user['identity']['v1'];
  notification: notification['notification']['v1'];
  product: bom['product']['v1'] & exchange_rate['product']['v1'] & material['product']['v1'] & product['product']['v1'] & style['product']['v1'] & supplier['product']['v1'];
}
