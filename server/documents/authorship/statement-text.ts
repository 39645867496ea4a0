import type { AuthorshipRecord, VersionOrigin, WordOrigin } from '../../../contract/authorship.ts'

/** The sentences of the statement. It says what was recorded, and claims nothing else. */
export const statementText = {
  title: 'Authorship statement',
  untitled: 'A text that has not been saved',
  made: (time: string) => `Made by Script Writer on ${time}.`,
  about: (versions: string, from: string, to: string) =>
    `This statement says what Script Writer recorded while this script was written: ${versions}, made between ${from} and ${to}. For every word it says whether it was typed, pasted, imported, put there by a template, or written by a language model in answer to a request, as far as these versions show it. The words were not examined for signs of a model.`,
  noVersions:
    'Nothing has been recorded about this script yet but the text that is being written now.',
  present: 'The present text',
  presentAbout: (words: string) =>
    `The script has ${words} that are printed. They came into it as follows.`,
  unprinted: (words: string) =>
    `${words} more are in sections, synopses, notes and omitted text, which are never printed. The tables of models and of what was cut count these too.`,
  doubts: {
    whole: (words: string) =>
      `${words} came in as a whole: from a file, with a save, or before there was a history. This is listed as imported. Who wrote it is not recorded.`,
    merged: (words: string) =>
      `${words} came in with a text that was merged, restored or moved. This is listed as typed, but it is not recorded how it was written.`,
    repeated: (words: string) =>
      `${words} were typed or pasted and repeat an answer, so they are listed as written by a model. Where no version was made before that answer, it is not recorded which came first.`,
  },
  models: 'What models wrote',
  noModels: 'No answer of a model came into this script.',
  modelsAbout:
    'Words that an answer brought into the script, and how many of them are in it now. The others were cut or rewritten. Words that the writer put into such a passage count as typed.',
  cut: 'What was cut',
  cutAbout:
    'All words that ever came into the script, and how many of them are not in it now. A word that was moved or restored counts once.',
  scenes: 'By scene',
  opening: '(before the first scene)',
  record: 'The record',
  intact: (versions: string) => `verified: ${versions}, numbered without gaps`,
  broken: (version: number) => `NOT verified: it does not fit from version ${version} on`,
  limits: 'What this statement does not show',
  limitsAbout: [
    'It shows how words came into this program, not who thought of them. Whether they were typed or pasted is what the browser of the writer reported. Words of a model that somebody types again by hand are recorded as typed, unless eight or more in a row repeat an answer in a chat about this script. Text that was written elsewhere, by a person or by a model, is recorded as pasted or imported.',
    'This statement is not signed, but the record that it was made from is: nobody without the key of the server can change it unnoticed. The operator of the server has that key and could rewrite a whole history. Whoever needs more should give the chain hash above to a third party while the work goes on.',
  ],
  verify:
    'The record can be downloaded as a file and checked with the public key of the server, which it publishes at /.well-known/authorship-keys.json:',
  command: 'npm run -s ledger -- verify FILE --key KEY',
  footer: (title: string, page: number, pages: number) =>
    `Page ${page} of ${pages}. Authorship statement: ${title}`,
}

export const originNames: Record<WordOrigin, string> = {
  typed: 'Typed by the writer',
  answer: 'Written by a model',
  import: 'Imported',
  pasted: 'Pasted',
  template: 'From a template',
}

export const versionNames: Record<VersionOrigin, string> = {
  typed: 'typed',
  pasted: 'pasted',
  answer: 'answer of a model',
  import: 'import',
  template: 'template',
  restore: 'restored',
  merge: 'merged',
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** 2026-11-16T01:02:03.000000Z as '16 November 2026'. */
export function dayOf(time: string): string {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`
}

export const minuteOf = (time: string) => `${dayOf(time)}, ${time.slice(11, 16)} UTC`

/** 12345 as '12,345'. */
export const number = (value: number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** Rounds to whole percent, but shows 0% only for none and 100% only for all. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  if (part === whole) return '100%'
  return `${Math.min(99, Math.max(1, Math.round((100 * part) / whole)))}%`
}

export const titleOf = ({ script }: AuthorshipRecord) => script?.title ?? statementText.untitled
