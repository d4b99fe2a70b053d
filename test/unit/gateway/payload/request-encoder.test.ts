import { expect, test } from '@jest/globals';
import { loadService } from '#chassis/rpc/proto.ts';
import { requestEncoder } from '../../../../gateway/payload/request-encoder.ts';

const suppliers = Array.from({ length: 5 }, (_, index) => ({ name: `Mill ${index}` }));

test('what was encoded in parts is what is encoded in one go', () => {
  const encoder = requestEncoder('product', 'SupplierService', 'ImportSuppliers');
  for (const supplier of suppliers) encoder.add({ suppliers: [supplier] });
  const whole = loadService('product', 'SupplierService').ImportSuppliers?.requestSerialize({ suppliers });
  expect(encoder.finish().bytes).toEqual(whole);
});
