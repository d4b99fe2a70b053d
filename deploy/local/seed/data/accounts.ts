/** The accounts of a season. `parentId` is the code of the parent. */
export const accounts = [
  { code: '5000', name: 'Cost of goods sold', category: 'Cost of sales', type: 'expense' },
  { code: '5100', name: 'Fabrics and trims', category: 'Cost of sales', type: 'expense', parentId: '5000' },
  { code: '5110', name: 'Fabrics', category: 'Cost of sales', type: 'expense', parentId: '5100' },
  { code: '5120', name: 'Trims and packaging', category: 'Cost of sales', type: 'expense', parentId: '5100' },
  { code: '5200', name: 'Cutting, sewing, finishing', category: 'Cost of sales', type: 'expense', parentId: '5000' },
  { code: '5300', name: 'Freight and duties', category: 'Cost of sales', type: 'expense', parentId: '5000' },
  { code: '5310', name: 'Inbound freight', category: 'Cost of sales', type: 'expense', parentId: '5300' },
  { code: '5320', name: 'Duties', category: 'Cost of sales', type: 'expense', parentId: '5300' },
  { code: '6000', name: 'Product development', category: 'Overheads', type: 'expense' },
  { code: '6100', name: 'Samples and patterns', category: 'Overheads', type: 'expense', parentId: '6000' },
  { code: '6200', name: 'Testing and certificates', category: 'Overheads', type: 'expense', parentId: '6000' },
] as const;
