/** The people of the season: the first submits bills of material, the second reviews them. */
export const people = {
  merchandiser: 'ines.carvalho@selvedge.example',
  headOfProduct: 'henrik.lund@selvedge.example',
} as const;
