import { expect, test } from '@jest/globals';
import { Misuse } from '#chassis/runtime/run-task.ts';
import { readCommand } from '../../../../../services/topology/dead-letters/command-line.ts';

test.each([
  ['', { verb: 'list' }],
  ['list', { verb: 'list' }],
  ['show 7', { verb: 'show', numbers: [7] }],
  ['remove 7 8', { verb: 'remove', numbers: [7, 8] }],
  ['replay 7', { verb: 'replay', numbers: [7], unverified: false }],
  ['replay --all', { verb: 'replay', numbers: 'all', unverified: false }],
  ['replay 7 --unverified', { verb: 'replay', numbers: [7], unverified: true }],
])('%j is understood', (line, command) => {
  expect(readCommand(line.split(' ').filter((word) => word !== ''))).toEqual(command);
});

test.each([
  ['burn 7', "list, show, replay or remove, and no 'burn'"],
  ['list 7', 'list takes no numbers'],
  ['show', 'Name the letters by their numbers, as list shows them'],
  ['replay', 'Name the letters by their numbers, as list shows them'],
  ['replay 7 --all', 'Either --all or numbers'],
  ['remove --all', 'remove takes no --all'],
  ['remove 7 --unverified', 'remove takes no --unverified'],
  ['show seven', "'seven' is no number of a letter"],
  ['show 7,8', "'7,8' is no number of a letter"],
  ['remove 0', "'0' is no number of a letter"],
  ['remove 1.5', "'1.5' is no number of a letter"],
  ['replay --al', "Unknown option '--al'"],
])('%j is refused: %s', (line, fault) => {
  expect(() => readCommand(line.split(' '))).toThrow(new Misuse(fault));
});
