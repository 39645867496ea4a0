import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tidy } from '../../../screenplay/answers.ts'
import { type ElementDraft, fountainOf } from '../../../screenplay/model.ts'
import { runs } from '../../support/rounds.ts'
import { anyText } from './generators/any-text.ts'
import { tidyTable } from './generators/tidy-table.ts'

describe('tidy turns text that is almost Fountain into Fountain', () => {
  test.each(tidyTable)('%s', (_what, before, after, ...changes) => {
    expect(tidy(before)).toEqual({ text: after, changes })
    expect(tidy(after)).toEqual({ text: after, changes: [] })
  })
})

describe('tidy leaves correct Fountain unchanged', () => {
  test.each([
    ['sections that look like Markdown', '# Act One\n\n## Scene 1\n\nINT. BAR - DAY\n\nJO\nHi.\n'],
    ['bold action', 'INT. BAR - DAY\n\n**BANG!**\n\n**The door:** gone.\n\nJO\nHi.\n'],
    ['a label with a colon', 'INT. BAR - DAY\n\nSUPER: Ten years later.\n\nTITLE: The End\n'],
    [
      'a dialogue that counts',
      'INT. BAR - DAY\n\nJO\n1. INT. is short for interior.\nScene 2: we kiss.\n',
    ],
    ['a dialogue that takes leave', 'INT. BAR - DAY\n\nJO\nLet me know if you want me to go.\n'],
    ['a first line like an offer', 'Here is the sea.\n\nEXT. SEA - DAY\n\nWaves.\n'],
    ['a drawn line', 'INT. BAR - DAY\n\nHe writes.\n\n---\n\nHe stops.\n'],
    ['lines that hold a speech together', 'INT. BAR - DAY\n\nJO\nOne.\n  \nTwo.\n'],
    ['quotes that open below the line', 'JO\nSie sagte „nein“ und ging.\n'],
    ['CRLF', 'INT. BAR - DAY\r\n\r\nJO\r\nHi.\r\n'],
    ['a heading without an empty line behind it', 'INT. BAR - DAY\nRain.\n\nJO\nHi.\n'],
    ['a name with a colon that is used once', 'INT. BAR - DAY\n\nJO\nHi.\n\nANN: No.\n'],
    ['a dialogue that quotes', 'INT. BAR - DAY\n\nJO\nANN: No.\nANN: Never.\n'],
    ['transitions', 'INT. BAR - DAY\n\nJO\nHi.\n\nCUT TO:\n\nCUT TO: BLACK.\n\nCUT TO: RED.\n'],
    [
      'signs',
      'INT. BAR - DAY\n\nJO\nHi.\n\nSUPER: One.\n\nSUPER: Two.\n\nFADE IN: A\n\nFADE IN: B\n',
    ],
    ['a title page', 'Title: A\nJO: B\nJO: C\n\nINT. BAR - DAY\n\nJO\nHi.\n'],
    [
      'headings with a colon',
      'INT. BAR: DAY\n\nJO\nHi.\n\nINT. BAR: DAY\nRain.\nI/E BAR: A\nI/E BAR: B\n',
    ],
    [
      'hidden lines',
      'INT. BAR - DAY\n\nJO\nHi.\n\n/*\nJO: One.\n\nJO: Two.\n*/\n\n[[\nJO: Three.\n]]\n',
    ],
    [
      'a montage',
      'INT. BAR - DAY\n\nMONTAGE\n\n- Jo runs.\n- Ann waits.\n- JO: gone.\n\nJO\nHi.\n',
    ],
    ['names of shots', 'INT. BAR - DAY\n\nJO\nHi.\n\nANN\n\nShe looks up.\n\nJO\n\nHe waits.\n'],
    ['words alone in capitals', 'INT. BAR - DAY\n\nSILENCE\n\nA match.\n\nDARKNESS\n\nRain.\n'],
    ['descriptions with a colon', 'INT. BAR - DAY\n\nOutside: rain.\n\nInside: smoke.\n'],
    ['a tag that somebody types', 'INT. BAR - DAY\n\nJO\nType <br> and wait.\n'],
    ['an ampersand', 'INT. BAR - DAY\n\nR&D; AT&T &c.\n'],
    ['one line in italics', 'INT. BAR - DAY\n\nRain.\n\n*Crash!*\n\nJO\n*No!*\nNever.\n'],
    ['a line in brackets', 'INT. BAR - DAY\n\n[A sign: CLOSED.]\n\nJO\nHi.\n\nRain.\n'],
    ['a placeholder', 'INT. BAR - DAY\n\nJO\nHi.\n\n[The rest stays unchanged.]\n'],
    ['a placeholder in a speech', 'INT. BAR - DAY\n\nJO\n[rest unchanged]\n'],
    ['marked transitions', 'INT. BAR - DAY\n\nRain.\n\n> FADE OUT.\n\n> THE END <\n'],
    [
      'words that begin like places',
      'INT. BAR - DAY\n\nInterior design.\n\nINTERIOR MONOLOGUE\n\nRain.\n',
    ],
    ['one label', 'INT. BAR - DAY\n\nJO\nHi.\n\nACTION: Rain.\n\nSpeech: none.\n'],
    ['one name with a colon above words', 'INT. BAR - DAY\n\nTHE SIGN SAYS:\nClosed.\n'],
    ['a page break', 'INT. BAR - DAY\n\nRain.\n\n===\n\nINT. PUB - DAY\n\nMore rain.\n'],
    [
      'a tag of thoughts in a speech',
      'INT. BAR - DAY\n\nJO\nIt says </think> twice.\n\nINT. PUB\n\nNo.\n',
    ],
    ['a list of characters', 'Mara: She lies.\n\nJohn: He knows.\n'],
    ['options', 'OPTION ONE\n\nMara leaves.\n\nOPTION TWO\n\nShe stays.\n'],
    ['ideas', '- Opening: She waits.\n- Ending: He leaves.\n- Title: Fog.\n'],
    ['advice', 'Character: she wants more.\nDialogue: too long.\nInterior: warm\n'],
    ['no script at all', 'Sure! I can do that.\n\nWould you like a scene?\n'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(tidy(text)).toEqual({ text, changes: [] })
  })

  test('any script of plain words', () => {
    const words = constantFrom(
      'The rain stops. She waits, *very* still.',
      'Sure, I know: it is late!',
      'Ναι. Όχι.',
      'Ещё раз?',
      '**Bold** words -- and _more_.',
    )
    const names = constantFrom('JO', 'ANN (V.O.)', 'ЛЕВ', 'McCLANE')
    const speech = (name: string, text: string): ElementDraft[] => [
      { type: 'character', text: name },
      { type: 'parenthetical', text: '(low)' },
      { type: 'dialogue', text },
    ]
    const scene = array(
      oneof(
        words.map((text): ElementDraft[] => [{ type: 'action', text }]),
        constantFrom('INT. BAR - DAY', 'THE ROOF').map((text): ElementDraft[] => [
          { type: 'scene-heading', text },
        ]),
        names.chain((name) => words.map((text) => speech(name, text))),
        constantFrom('CUT TO:', 'FADE OUT.').map((text): ElementDraft[] => [
          { type: 'transition', text },
        ]),
        words.map((text): ElementDraft[] => [{ type: 'note', text }]),
        words.map((text): ElementDraft[] => [{ type: 'lyrics', text }]),
      ),
    )
    assert(
      property(scene, (parts) => {
        const text = fountainOf({ elements: parts.flat() })
        expect(tidy(text)).toEqual({ text, changes: [] })
      }),
      runs('script-tidying'),
    )
  })
})

test('tidy knows who speaks in the script', () => {
  const text = 'INT. BAR - DAY\n\nJO\nHi.\n\nANN (smiling): No.\n\nDAN: No.\n'
  expect(tidy(text, { names: new Set(['ANN']) })).toEqual({
    text: 'INT. BAR - DAY\n\nJO\nHi.\n\nANN\n(smiling)\nNo.\n\nDAN: No.\n',
    changes: ['names'],
  })
})

test('tidying any text twice equals tidying it once', () => {
  const damages = [
    ['```', '```fountain', '---', '**INT. BAR - DAY**', '## EXT. SEA', '**Scene 1: INT. A**'],
    ['Scene 2:', '**Scene 3**', 'SCENE 4 - Roof', '**JO:** Hi.', '**JO**', 'JO: Hi.', 'ANN: No.'],
    ['JO (low): Hi.', 'ANN (V.O.): No.', 'SUPER: One.', '/*', '*/', 'Title: A'],
    ['*(low)*', '**CUT TO:**', '**Title:** A', 'Sure!', "Here's the scene:", 'Let me know.'],
    ['1. One', '- Two', '**Notes:**', '“quoted”', 'He runs.', 'JO', 'INT. BAR - DAY', 'CUT TO:'],
  ].flat()
  const damage = constantFrom(...damages)
  const lines = array(oneof(damage, damage, damage, constantFrom('', '', '  '), anyText))
  assert(
    property(lines, (parts) => {
      const once = tidy(parts.join('\n')).text
      expect(tidy(once)).toEqual({ text: once, changes: [] })
    }),
    runs('script-tidying'),
  )
})
