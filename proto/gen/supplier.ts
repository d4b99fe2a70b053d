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
import type { Client__Input as _product_v1_Client__Input, Client as _product_v1_Client } from './product/v1/Client.ts';
import type { ClientInput__Input as _product_v1_ClientInput__Input, ClientInput as _product_v1_ClientInput } from './product/v1/ClientInput.ts';
import type { ClientPage__Input as _product_v1_ClientPage__Input, ClientPage as _product_v1_ClientPage } from './product/v1/ClientPage.ts';
import type { ClientPatch__Input as _product_v1_ClientPatch__Input, ClientPatch as _product_v1_ClientPatch } from './product/v1/ClientPatch.ts';
import type { ClientReply__Input as _product_v1_ClientReply__Input, ClientReply as _product_v1_ClientReply } from './product/v1/ClientReply.ts';
import type { ClientServiceClient as _product_v1_ClientServiceClient, ClientServiceDefinition as _product_v1_ClientServiceDefinition } from './product/v1/ClientService.ts';
import type { Contact__Input as _product_v1_Contact__Input, Contact as _product_v1_Contact } from './product/v1/Contact.ts';
import type { ContactInput__Input as _product_v1_ContactInput__Input, ContactInput as _product_v1_ContactInput } from './product/v1/ContactInput.ts';
import type { CreateClientRequest__Input as _product_v1_CreateClientRequest__Input, CreateClientRequest as _product_v1_CreateClientRequest } from './product/v1/CreateClientRequest.ts';
import type { CreateSupplierRequest__Input as _product_v1_CreateSupplierRequest__Input, CreateSupplierRequest as _product_v1_CreateSupplierRequest } from './product/v1/CreateSupplierRequest.ts';
import type { DeliveryAddress__Input as _product_v1_DeliveryAddress__Input, DeliveryAddress as _product_v1_DeliveryAddress } from './product/v1/DeliveryAddress.ts';
import type { DeliveryAddressInput__Input as _product_v1_DeliveryAddressInput__Input, DeliveryAddressInput as _product_v1_DeliveryAddressInput } from './product/v1/DeliveryAddressInput.ts';
import type { ImportClientsReply__Input as _product_v1_ImportClientsReply__Input, ImportClientsReply as _product_v1_ImportClientsReply } from './product/v1/ImportClientsReply.ts';
import type { ImportClientsRequest__Input as _product_v1_ImportClientsRequest__Input, ImportClientsRequest as _product_v1_ImportClientsRequest } from './product/v1/ImportClientsRequest.ts';
import type { ImportSuppliersReply__Input as _product_v1_ImportSuppliersReply__Input, ImportSuppliersReply as _product_v1_ImportSuppliersReply } from './product/v1/ImportSuppliersReply.ts';
import type { ImportSuppliersRequest__Input as _product_v1_ImportSuppliersRequest__Input, ImportSuppliersRequest as _product_v1_ImportSuppliersRequest } from './product/v1/ImportSuppliersRequest.ts';
import type { ListClientsRequest__Input as _product_v1_ListClientsRequest__Input, ListClientsRequest as _product_v1_ListClientsRequest } from './product/v1/ListClientsRequest.ts';
import type { ListSuppliersRequest__Input as _product_v1_ListSuppliersRequest__Input, ListSuppliersRequest as _product_v1_ListSuppliersRequest } from './product/v1/ListSuppliersRequest.ts';
import type { Supplier__Input as _product_v1_Supplier__Input, Supplier as _product_v1_Supplier } from './product/v1/Supplier.ts';
import type { SupplierInput__Input as _product_v1_SupplierInput__Input, SupplierInput as _product_v1_SupplierInput } from './product/v1/SupplierInput.ts';
import type { SupplierPage__Input as _product_v1_SupplierPage__Input, SupplierPage as _product_v1_SupplierPage } from './product/v1/SupplierPage.ts';
import type { SupplierReply__Input as _product_v1_SupplierReply__Input, SupplierReply as _product_v1_SupplierReply } from './product/v1/SupplierReply.ts';
import type { SupplierServiceClient as _product_v1_SupplierServiceClient, SupplierServiceDefinition as _product_v1_SupplierServiceDefinition } from './product/v1/SupplierService.ts';
import type { UpdateClientRequest__Input as _product_v1_UpdateClientRequest__Input, UpdateClientRequest as _product_v1_UpdateClientRequest } from './product/v1/UpdateClientRequest.ts';
import type { UpdateSupplierRequest__Input as _product_v1_UpdateSupplierRequest__Input, UpdateSupplierRequest as _product_v1_UpdateSupplierRequest } from './product/v1/UpdateSupplierRequest.ts';

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
  product: {
    v1: {
      Client: MessageTypeDefinition<_product_v1_Client__Input, _product_v1_Client>
      ClientInput: MessageTypeDefinition<_product_v1_ClientInput__Input, _product_v1_ClientInput>
      ClientPage: MessageTypeDefinition<_product_v1_ClientPage__Input, _product_v1_ClientPage>
      ClientPatch: MessageTypeDefinition<_product_v1_ClientPatch__Input, _product_v1_ClientPatch>
      ClientReply: MessageTypeDefinition<_product_v1_ClientReply__Input, _product_v1_ClientReply>
      ClientService: SubtypeConstructor<typeof grpc.Client, _product_v1_ClientServiceClient> & { service: _product_v1_ClientServiceDefinition }
      Contact: MessageTypeDefinition<_product_v1_Contact__Input, _product_v1_Contact>
      ContactInput: MessageTypeDefinition<_product_v1_ContactInput__Input, _product_v1_ContactInput>
      CreateClientRequest: MessageTypeDefinition<_product_v1_CreateClientRequest__Input, _product_v1_CreateClientRequest>
      CreateSupplierRequest: MessageTypeDefinition<_product_v1_CreateSupplierRequest__Input, _product_v1_CreateSupplierRequest>
      DeliveryAddress: MessageTypeDefinition<_product_v1_DeliveryAddress__Input, _product_v1_DeliveryAddress>
      DeliveryAddressInput: MessageTypeDefinition<_product_v1_DeliveryAddressInput__Input, _product_v1_DeliveryAddressInput>
      ImportClientsReply: MessageTypeDefinition<_product_v1_ImportClientsReply__Input, _product_v1_ImportClientsReply>
      ImportClientsRequest: MessageTypeDefinition<_product_v1_ImportClientsRequest__Input, _product_v1_ImportClientsRequest>
      ImportSuppliersReply: MessageTypeDefinition<_product_v1_ImportSuppliersReply__Input, _product_v1_ImportSuppliersReply>
      ImportSuppliersRequest: MessageTypeDefinition<_product_v1_ImportSuppliersRequest__Input, _product_v1_ImportSuppliersRequest>
      ListClientsRequest: MessageTypeDefinition<_product_v1_ListClientsRequest__Input, _product_v1_ListClientsRequest>
      ListSuppliersRequest: MessageTypeDefinition<_product_v1_ListSuppliersRequest__Input, _product_v1_ListSuppliersRequest>
      Supplier: MessageTypeDefinition<_product_v1_Supplier__Input, _product_v1_Supplier>
      SupplierInput: MessageTypeDefinition<_product_v1_SupplierInput__Input, _product_v1_SupplierInput>
      SupplierPage: MessageTypeDefinition<_product_v1_SupplierPage__Input, _product_v1_SupplierPage>
      SupplierReply: MessageTypeDefinition<_product_v1_SupplierReply__Input, _product_v1_SupplierReply>
      SupplierService: SubtypeConstructor<typeof grpc.Client, _product_v1_SupplierServiceClient> & { service: _product_v1_SupplierServiceDefinition }
      UpdateClientRequest: MessageTypeDefinition<_product_v1_UpdateClientRequest__Input, _product_v1_UpdateClientRequest>
      UpdateSupplierRequest: MessageTypeDefinition<_product_v1_UpdateSupplierRequest__Input, _product_v1_UpdateSupplierRequest>
    }
  }
}

