import { array, constantFrom, oneof, string } from 'fast-check'

const pieces = [
  ['\n', '\n\n', '\n\n\n', '\r\n', '\r\n\r\n', '\r', '  \n', '\n\n  \n\n', ' ', '\t', '    '],
  ['INT. BAR - DAY', 'EXT.', 'JO', 'АННА', 'ΕΛΕΝΗ (V.O.)', '(low)', 'Some words.', 'WORDS'],
  ['CUT TO:', 'Title: A', 'Note:', '> C <', '===', '# A', '= s', '~la', '#1#'],
  ['.', '!', '@', '^', '>', '<', '~', '#', '=', '*', '**', '_', '\\', ':', '\uFEFF'],
  ['[[', ']]', '/*', '*/', '[', ']', '/', ' ^', '[[n]]', '/* b */', '[[a\n  \nb]]', '/*\n\n*/'],
].flat()

/** Arbitrary text: Fountain markers in any order, mixed with anything else. */
export const anyText = array(
  oneof(constantFrom(...pieces), string({ maxLength: 4, unit: 'binary' })),
  { maxLength: 40 },
).map((parts) => parts.join(''))
