import { expect, test } from 'vitest'
import { renameCharacter } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'

function rename(source: string, from: string, to: string, mentions = false): string {
  return applySplices(source, renameCharacter(parse(source), from, to, { mentions }))
}

test.each([
  ['RUI', 'TOMÁS'],
  ['RUI (V.O.)', 'TOMÁS (V.O.)'],
  ["  RUI (O.S.) (CONT'D)", "  TOMÁS (O.S.) (CONT'D)"],
  ['RUI ^', 'TOMÁS ^'],
  ['@Rui', '@Tomás'],
  ['@ RUI (on the phone) ^', '@ TOMÁS (on the phone) ^'],
  ['**RUI** (V.O.)', '**TOMÁS** (V.O.)'],
  ['RUI [[who?]] (V.O.)', 'TOMÁS [[who?]] (V.O.)'],
])('the cue %s becomes %s', (before, after) => {
  expect(rename(`X.\n\n${before}\nYes.\n`, 'RUI', 'Tomás')).toBe(`X.\n\n${after}\nYes.\n`)
  expect(rename(`X.\n\n${before}\nYes.\n`, 'rui', 'TOMÁS')).toBe(`X.\n\n${after}\nYes.\n`)
})

test.each([
  ['a name in a script without case', '雨', '@雨'],
  ['a name that is to stay in lower case', '@McAvoy', '@McAvoy'],
  ['a name that reads like a heading', 'EXT. VOICE', '@EXT. VOICE'],
  ['a name that begins with a mark', '#2', '@#2'],
  ['a name that would start a title page', 'Rui: a man', '@RUI: A MAN'],
])('%s is forced', (_, to, cue) =>
  expect(rename('RUI (V.O.) ^\nYes.\n', 'RUI', to)).toBe(`${cue} (V.O.) ^\nYes.\n`),
)

test('a name with a note inside keeps the note', () =>
  expect(rename('OLD [[very]] MAN\nYes.', 'OLD MAN', 'RUI')).toBe('RUI[[very]] \nYes.'))

test('a name of nothing, or of nobody, changes nothing', () => {
  expect(rename('RUI\nYes.', 'RUI', ' ^ ')).toBe('RUI\nYes.')
  expect(rename('RUI\nYes.', '', 'TOM')).toBe('RUI\nYes.')
  expect(rename('RUI\nYes.', 'TOM', 'ANA', true)).toBe('RUI\nYes.')
  expect(rename('RUI\nYes.', 'RUI', 'Rui', true)).toBe('RUI\nYes.')
})

const SCRIPT = `Title: Rui

INT. RUI'S FLAT - DAY

RUI (30) and Rui Costa. Rui’s dog barks. A ruin, Ruin, RUIN; rui.

RUI
(Rui smiles)
I am Rui. Rui-Pedro is not.

RUI COSTA
And I am Rui Costa, RUI.
`

test('mentions are renamed in the form they are written in', () => {
  expect(rename(SCRIPT, 'RUI', 'Tomás', true)).toBe(`Title: Rui

INT. TOMÁS'S FLAT - DAY

TOMÁS (30) and Rui Costa. Tomás’s dog barks. A ruin, Ruin, RUIN; rui.

TOMÁS
(Tomás smiles)
I am Tomás. Rui-Pedro is not.

RUI COSTA
And I am Rui Costa, TOMÁS.
`)
})

test('without mentions only the cues are renamed, and never a longer name', () =>
  expect(rename(SCRIPT, 'RUI', 'Tomás')).toBe(SCRIPT.replace('\nRUI\n', '\nTOMÁS\n')))

test.each([
  ["O'BRIEN", "Rui and O'Brien"],
  ['JEAN-LUC', 'Rui and Jean-Luc'],
  ['OLD MAN', 'Rui and Old Man'],
  ['McAvoy', 'Rui and McAvoy'],
  ['雨', 'Rui and 雨'],
])('a capitalized mention of %s is written as in "%s"', (to, expected) =>
  expect(rename('BO\nYes.\n\nRui and Bo', 'BO', to, true).split('\n').at(-1)).toBe(expected),
)
