import { FOLDED_MARK, searchTextOf } from '#chassis/domain/folded-text.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { writeSearchTexts } from '#chassis/records/search-texts.ts';
import { COLLECTION } from './repository.ts';

/** Folds the names of copies. An earlier version stores the name itself, also in a copy that this version has folded. */
export const copyNames: Upgrade = {
  name: 'copies: the names that searches read',
  apply(connection) {
    return writeSearchTexts(connection.collection(COLLECTION), {
      outdated: { name: { $lt: FOLDED_MARK } },
      from: ['name'],
      textsOf: ({ name }) => ({ name: searchTextOf([name as string | undefined]) }),
    });
  },
};
