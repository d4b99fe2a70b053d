// Original files: common/v1/common.proto, common/v1/release.proto, finance/v1/bank_account.proto, finance/v1/bank_statement.proto, finance/v1/delivery_note.proto, finance/v1/invoice.proto, finance/v1/management_account.proto, finance/v1/order.proto, finance/v1/pdf.proto, finance/v1/purchase_order.proto, finance/v1/report.proto, finance/v1/requirement.proto, finance/v1/tax.proto, identity/v1/api_key.proto, identity/v1/audit.proto, identity/v1/identity.proto, identity/v1/invitation.proto, identity/v1/org.proto, identity/v1/password.proto, identity/v1/session.proto, identity/v1/user.proto, notification/v1/event.proto, notification/v1/notification.proto, product/v1/bom.proto, product/v1/exchange_rate.proto, product/v1/material.proto, product/v1/product.proto, product/v1/snapshot.proto, product/v1/style.proto, product/v1/supplier.proto

import type { ProtoGrpcType as common } from './common.ts';
import type { ProtoGrpcType as release } from './release.ts';
import type { ProtoGrpcType as bank_account } from './bank_account.ts';
import type { ProtoGrpcType as bank_statement } from './bank_statement.ts';
import type { ProtoGrpcType as delivery_note } from './delivery_note.ts';
import type { ProtoGrpcType as invoice } from './invoice.ts';
import type { ProtoGrpcType as management_account } from './management_account.ts';
import type { ProtoGrpcType as order } from './order.ts';
import type { ProtoGrpcType as pdf } from './pdf.ts';
import type { ProtoGrpcType as purchase_order } from './purchase_order.ts';
import type { ProtoGrpcType as report } from './report.ts';
import type { ProtoGrpcType as requirement } from './requirement.ts';
import type { ProtoGrpcType as tax } from './tax.ts';
import type { ProtoGrpcType as api_key } from './api_key.ts';
import type { ProtoGrpcType as audit } from './audit.ts';
import type { ProtoGrpcType as identity } from './identity.ts';
import type { ProtoGrpcType as invitation } from './invitation.ts';
import type { ProtoGrpcType as org } from './org.ts';
import type { ProtoGrpcType as password } from './password.ts';
import type { ProtoGrpcType as session } from './session.ts';
import type { ProtoGrpcType as user } from './user.ts';
import type { ProtoGrpcType as event } from './event.ts';
import type { ProtoGrpcType as notification } from './notification.ts';
import type { ProtoGrpcType as bom } from './bom.ts';
import type { ProtoGrpcType as exchange_rate } from './exchange_rate.ts';
import type { ProtoGrpcType as material } from './material.ts';
import type { ProtoGrpcType as product } from './product.ts';
import type { ProtoGrpcType as snapshot } from './snapshot.ts';
import type { ProtoGrpcType as style } from './style.ts';
import type { ProtoGrpcType as supplier } from './supplier.ts';

export interface Protos {
  common: common['common']['v1'] & release['common']['v1'];
  finance: bank_account['finance']['v1'] & bank_statement['finance']['v1'] & delivery_note['finance']['v1'] & invoice['finance']['v1'] & management_account['finance']['v1'] & order['finance']['v1'] & pdf['finance']['v1'] & purchase_order['finance']['v1'] & report['finance']['v1'] & requirement['finance']['v1'] & tax['finance']['v1'];
  identity: api_key['identity']['v1'] & audit['identity']['v1'] & identity['identity']['v1'] & invitation['identity']['v1'] & org['identity']['v1'] & password['identity']['v1'] & session['identity']['v1'] & user['identity']['v1'];
  notification: event['notification']['v1'] & notification['notification']['v1'];
  product: bom['product']['v1'] & exchange_rate['product']['v1'] & material['product']['v1'] & product['product']['v1'] & snapshot['product']['v1'] & style['product']['v1'] & supplier['product']['v1'];
}
