import { expect, test } from '@jest/globals';
import { commentsOf } from '../support/plain-words/comments.ts';
import { riddlesOf } from '../support/plain-words/plain-words.ts';

test.each<[string, [number, string][]]>([
  [
    'a(); // one\n// two\n\n// three',
    [
      [1, '// one\n// two'],
      [4, '// three'],
    ],
  ],
  ['/** A. */\nconst a = 1;', [[1, '/** A. */']]],
  ['const a = \'// no\'; const b = "/* no */"; // yes', [[1, '// yes']]],
  ['const a = `// no $' + '{b(`// no`)} // no $' + '{{ c: 1 }.c} // no`; // yes', [[1, '// yes']]],
  ['const a = /\\/\\/[/]"no/; // yes', [[1, '// yes']]],
  ['const a = b / c; // yes / no', [[1, '// yes / no']]],
  ["const a = 'it\\'s // no'; // yes", [[1, '// yes']]],
  ['return /[`"]/.test(a); // yes', [[1, '// yes']]],
])('comments of %j', (source, expected) => {
  expect(commentsOf(source).map(({ line, text }) => [line, text])).toEqual(expected);
});

test('a comment that begins with a riddle is named with its line', () => {
  const source =
    '/** Of the client. */\nconst a = 1;\n// The client.\n// What it has.\nconst b = 2;\n/**\n * Who waits.\n */';
  expect(riddlesOf(source)).toEqual(['1 Of the client. */', '6 Who waits.']);
});
