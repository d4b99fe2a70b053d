/** The people of the season: one submits bills of material, the other one judges them. */
export const people = {
  merchandiser: 'ines.carvalho@selvedge.example',
  headOfProduct: 'henrik.lund@selvedge.example',
} as const;
