import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Style, spansOf, parse } from '../../../../screenplay/model.ts'
import {
  toggleDualDialogue,
  toggleElement,
  toggleEmphasis,
  toggleNote,
} from '../../../../screenplay/editing.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { edited, marked } from './cursor.ts'
import { forAny } from '../../../support/any-input.ts'

const emphasize = (text: string, style: Style): string | null => {
  const { screenplay, selection } = marked(text)
  return edited(screenplay, toggleEmphasis(screenplay, selection, style))
}

describe('emphasis', () => {
  test.each<[string, Style, string, string | null]>([
    ['the selected words', 'bold', 'He ‹sits› down.', 'He **‹sits›** down.'],
    ['the word at the cursor', 'italic', 'He s|its.', 'He *s|its*.'],
    ['no word: markers to type between', 'underline', 'He | .', 'He _|_ .'],
    ['the end of what was typed between them', 'italic', 'He *ran|* .', 'He *ran*| .'],
    ['the end, in bold', 'bold', 'He **ran off|** .', 'He **ran off**| .'],
    ['the end of another style', 'italic', 'He **ran|** .', 'He ***ran|*** .'],
    ['and they go again', 'underline', 'He _|_ .', 'He | .'],
    ['and go where they look like a title page', 'bold', 'CUT TO:**|**', 'CUT TO:|'],
    ['not on the title page', 'bold', 'Title: | \n\nHi.', null],
    ['on a new line', 'bold', 'Hi.\n\n|', 'Hi.\n\n**|**'],
    ['not the spaces around', 'bold', 'He‹ sits ›down.', 'He‹ **sits** ›down.'],
    ['each line on its own', 'bold', '‹One\n\ntwo› three', '**‹One**\n\n**two›** three'],
    ['not the marks of a line', 'italic', '‹> THE END <›', '‹> *THE END* <›'],
    ['not the parentheses', 'italic', 'ANN\n‹(low)›\nHi.', 'ANN\n‹(*low*)›\nHi.'],
    ['not the forced cue mark', 'bold', '‹@Ann›\nHi.', '‹@**Ann›**\nHi.'],
    ['inside other emphasis', 'bold', '*one ‹two›*', '*one **‹two›***'],
    ['around other emphasis', 'underline', '‹one *two* three›', '_‹one *two* three›_'],
    ['joined with what it touches', 'bold', '**one** ‹two›', '**one ‹two›**'],
    ['joined from both sides', 'bold', '**one** ‹two› **three**', '**one ‹two› three**'],
    ['what is partly bold becomes bold', 'bold', '‹**one** two›', '‹**one two›**'],
    ['taken away', 'bold', '**‹one two›**', '‹one two›'],
    ['taken away from the middle', 'bold', '**one ‹two› three**', '**one** ‹two› **three**'],
    ['taken away, italic stays', 'bold', '***‹one›***', '*‹one›*'],
    ['nested markers are written anew', 'bold', '**a **‹b›** c**', '**a** ‹b› c'],
    ['a literal asterisk stays', 'bold', String.raw`2 \* ‹two›`, String.raw`2 \* **‹two›**`],
    ['a note is left alone', 'bold', '[[a ‹note›]]', null],
    ['markers in a note do not count', 'bold', 'a [[**]] ‹b› c** d', 'a [[**]] **‹b›** c** d'],
    ['part of a heading', 'italic', 'INT. ‹BAR› - DAY', 'INT. *‹BAR›* - DAY'],
    ['never so that a heading is none', 'bold', '‹INT. BAR - DAY›', null],
    ['never so that a transition is none', 'bold', 'Hi.\n\n‹CUT TO:›', null],
  ])('%s', (_what, style, before, after) => expect(emphasize(before, style)).toBe(after))

  const styles: Style[] = ['bold', 'italic', 'underline']
  const selection = fc.tuple(fc.nat(), fc.nat(60), fc.constantFrom(...styles))

  test(
    'in any text, it changes no letter and no element',
    forAny(
      'script-keys',
      fc.oneof(anyText, anyScript),
      selection,
      (source, [seed, length, style]) => {
        const screenplay = parse(source)
        const anchor = seed % (source.length + 1)
        const head = Math.min(anchor + length, source.length)
        const edit = toggleEmphasis(screenplay, { anchor, head }, style)
        fc.pre(edit !== null && anchor !== head)
        const changed = parse(applySplices(source, edit?.splices ?? []))
        expect(shape(changed)).toEqual(shape(screenplay))
      },
    ),
  )

  test(
    'of a selection, twice, restores a script that had no emphasis',
    forAny('script-keys', anyScript, selection, (styled, [seed, length, style]) => {
      const source = styled.replaceAll(/[*_]/g, '')
      const screenplay = parse(source)
      const anchor = seed % (source.length + 1)
      const head = Math.min(anchor + length, source.length)
      const edit = toggleEmphasis(screenplay, { anchor, head }, style)
      fc.pre(edit !== null && anchor !== head)
      const changed = parse(applySplices(source, edit?.splices ?? []))
      const back = toggleEmphasis(changed, edit ?? { anchor, head }, style)
      expect(applySplices(changed.source, back?.splices ?? [])).toBe(source)
    }),
  )
})

const shape = ({ elements }: ReturnType<typeof parse>): string[] =>
  elements.map(({ type, text }) => {
    const words = spansOf(text).map((span) => span.text)
    return `${type}: ${words.join('')}`
  })

describe('notes', () => {
  test.each([
    ['around the selection', 'He ‹sits›.', 'He [[‹sits›]].'],
    ['away again', 'He [[‹sits›]].', 'He ‹sits›.'],
    ['from inside', 'He [[si|ts]].', 'He si|ts.'],
    ['to type in', 'He sits. |', 'He sits. [[|]]'],
    ['one for each paragraph', '‹One\n\ntwo›', '[[‹One]]\n\n[[two›]]'],
    ['and back', '[[‹One]]\n\n[[two›]]', '‹One\n\ntwo›'],
    ['across lines', '‹One\ntwo›', '[[‹One\ntwo›]]'],
    ['not across half a note', 'a ‹b ]] c› d', null],
  ])('%s', (_what, before, after) => {
    const { screenplay, selection } = marked(before)
    expect(edited(screenplay, toggleNote(screenplay, selection))).toBe(after)
  })
})

describe('synopses, sections, centred text and lyrics', () => {
  test.each<['synopsis' | 'section' | 'centered' | 'lyrics', string, string]>([
    ['synopsis', 'They |meet.', '= They |meet.'],
    ['synopsis', '= They |meet.', 'They |meet.'],
    ['section', 'Act |one', '# Act |one'],
    ['centered', 'The |end', '> The |end <'],
    ['centered', '> The |end <', 'The |end'],
    ['lyrics', 'La ‹la\nlo› lo', '~La ‹la\n~lo› lo'],
    ['lyrics', '~La ‹la\n~lo› lo', 'La ‹la\nlo› lo'],
  ])('%s: %j', (type, before, after) => {
    const { screenplay, selection } = marked(before)
    expect(edited(screenplay, toggleElement(screenplay, selection, type))).toBe(after)
  })
})

describe('dual dialogue', () => {
  test.each([
    ['from the second speech', 'ANN\nHi.\n\nBO\nH|i.', 'ANN\nHi.\n\nBO ^\nH|i.'],
    [
      'with the one before rather than after',
      'A\nHi.\n\nB\nH|i.\n\nC\nNo.',
      'A\nHi.\n\nB ^\nH|i.\n\nC\nNo.',
    ],
    ['from the first speech', 'ANN\nH|i.\n\nBO\nHi.', 'ANN\nH|i.\n\nBO ^\nHi.'],
    ['back from the second', 'ANN\nHi.\n\nBO ^\nH|i.', 'ANN\nHi.\n\nBO\nH|i.'],
    ['back from the first', 'ANN\nH|i.\n\nBO ^\nHi.', 'ANN\nH|i.\n\nBO\nHi.'],
    ['at the end of the cue', 'ANN\nHi.\n\nBO|\nHi.', 'ANN\nHi.\n\nBO| ^\nHi.'],
    ['action between them', 'ANN\nH|i.\n\nRain.\n\nBO\nHi.', null],
    ['nobody speaks', 'Ra|in.', null],
    ['one speaks alone', 'ANN\nH|i.', null],
  ])('%s', (_what, before, after) => {
    const { screenplay, selection } = marked(before)
    expect(edited(screenplay, toggleDualDialogue(screenplay, selection))).toBe(after)
  })
})
