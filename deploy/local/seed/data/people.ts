/** The people of the season: the first submits bills of material, the second reviews them. */
export const people = {
  merchandiser: { email: 'ines.carvalho@selvedge.example', name: 'Inês Carvalho' },
  headOfProduct: { email: 'henrik.lund@selvedge.example', name: 'Henrik Lund' },
} as const;
