import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tidy } from '../../../screenplay/answers.ts'
import { type ElementDraft, fountainOf } from '../../../screenplay/model.ts'
import { runs } from '../../support/rounds.ts'
import { anyText } from './generators/any-text.ts'
import { casesOf } from '../cases.ts'

/** In the tables | is a line break, ¶ one of Windows, ''' three backticks, § a short scene, and INT. alone its heading. */
const textOf = (short: string) =>
  short
    .replaceAll('§', 'INT.||JO|Hi.')
    .replaceAll(/INT\.(?! )/g, 'INT. BAR - DAY')
    .replaceAll('|', '\n')
    .replaceAll('¶', '\r\n')
    .replaceAll("'''", '```')

test.each(casesOf`
    a fence │ '''fountain|§|''' │ § │ fences
    a fence that is still open │ '''|§ │ § │ fences
    talk around a fence │ Sure! Here is the scene:||'''|§|'''||I changed:|1. The bar|2. The day │ § │ fences chatter
    two fences │ '''|§|'''|and|'''|EXT. SEA|''' │ §||EXT. SEA │ fences chatter
    scenes outside a fence │ §||'''|EXT. SEA|''' │ §||EXT. SEA │ fences
    talk before │ Certainly! Here's a draft of your scene:||§| │ §| │ chatter
    talk right before │ Here is the revised script:|§| │ §| │ chatter
    a list before │ Sure, with these changes:||1. Rain|2. Wind||---||§ │ § │ chatter
    talk behind │ §||---||Let me know if you want more! │ § │ chatter
    notes behind │ §||**Changes made:**||- Rain|- Wind||Would you like more? │ § │ chatter
    a bold heading │ **INT.**||Rain. │ INT.||Rain. │ headings
    a Markdown heading │ ### INT.||Rain. │ INT.||Rain. │ headings
    a bold Markdown heading │ ## **EXT. SEA - DAY**||Rain. │ EXT. SEA - DAY||Rain. │ headings
    an underlined heading │ _INT._||Rain. │ INT.||Rain. │ headings
    a listed heading │ 1. INT.||Rain.||2. EXT. SEA - DAY │ INT.||Rain.||EXT. SEA - DAY │ headings
    a heading behind its scene │ Scene 1: INT.||Rain. │ INT.||Rain. │ headings
    the same in bold │ **Scene 1: INT.**|Rain. │ INT.||Rain. │ headings empty-lines
    a scene line above a heading │ Scene 1:||§ │ § │ scene-lines
    a scene line with a title │ **Scene 1: The Bar**||§ │ # Scene 1: The Bar||§ │ scene-lines
    a scene line instead of a heading │ Scene 2 - The roof||Wind. │ .The roof||Wind. │ scene-lines
    a bare scene line │ **SCENE 3**||Wind. │ .SCENE 3||Wind. │ scene-lines
    a bold transition │ Rain.||**CUT TO:**||Wind. │ Rain.||CUT TO:||Wind. │ transitions
    a bold fade │ Rain.||**FADE OUT.** │ Rain.||> FADE OUT. │ transitions
    a bold title page │ **Title:** A|**Author: B**||Rain. │ Title: A|Author: B||Rain. │ title-page
    a bold name with a colon │ **JO:** Hi.||**Ann Lee:** No. │ JO|Hi.||ANN LEE|No. │ names
    a colon behind the bold │ **JO**: Hi. │ JO|Hi. │ names
    an aside behind the colon │ **JO:** (low) Hi. │ JO|(low)|Hi. │ names
    an aside before the colon │ **JO** (low): Hi. │ JO|(low)|Hi. │ names
    an extension │ **JO (V.O.):** Hi.||**ANN** (O.S.): No. │ JO (V.O.)|Hi.||ANN (O.S.)|No. │ names
    names without empty lines │ Rain.|**JO:** Hi.|**ANN:** No. │ Rain.||JO|Hi.||ANN|No. │ names
    plain names with a colon │ JO: Hi.||ANN: No. │ JO|Hi.||ANN|No. │ names
    a plain name with a colon, if it is used twice │ §||ANN: No.||JO: Bye. │ §||ANN: No.||JO|Bye. │ names
    a plain name with a manner and an extension │ §||Rain.|JO (smiling): Bye.|JO (V.O.) (low): (to Ann) Gone. │ §||Rain.||JO|(smiling)|Bye.||JO (V.O.)|(low)|(to Ann)|Gone. │ names
    plain names at the very beginning │ JO: Hi.|ANN (low): No.|JO: Bye.|ANN: Bye. │ JO|Hi.||ANN|(low)|No.||JO|Bye.||ANN|Bye. │ names
    a bold name above its words │ **JO**|Hi. │ JO|Hi. │ names
    bold names apart from their words │ **JO**||Hi.||**ANN**||*(low)*||No. │ JO|Hi.||ANN|(low)|No. │ names parentheticals
    not one empty line │ INT.|Rain.|JO|Hi.|ANN (V.O.)|No.|CUT TO:|EXT. SEA - DAY|Wind. │ INT.||Rain.||JO|Hi.||ANN (V.O.)|No.||CUT TO:||EXT. SEA - DAY||Wind. │ empty-lines
    a drawn line in damaged text │ **INT. BAR**||Rain.||---||Wind. │ INT. BAR||Rain.||Wind. │ headings rules
    curled quotes │ JO|“It’s ‘fine’,” she said. │ JO|"It's 'fine'," she said. │ quotes
    a last word that is no farewell │ INT.||**ANN**||What now?||**JO**||Let me know. │ INT.||ANN|What now?||JO|Let me know. │ names
  `)('tidy turns %s into Fountain', (_what, before, after, changes) => {
  expect(tidy(textOf(before))).toEqual({ text: textOf(after), changes: changes.split(' ') })
  expect(tidy(textOf(after))).toEqual({ text: textOf(after), changes: [] })
})

describe('tidy leaves correct Fountain unchanged', () => {
  test.each([
    ['sections that look like Markdown', '# Act One||## Scene 1||§|'],
    ['bold action', 'INT.||**BANG!**||**The door:** gone.||JO|Hi.|'],
    ['a label with a colon', 'INT.||SUPER: Ten years later.||TITLE: The End|'],
    ['a dialogue that counts', 'INT.||JO|1. INT. is short for interior.|Scene 2: we kiss.|'],
    ['a dialogue that takes leave', 'INT.||JO|Let me know if you want me to go.|'],
    ['a first line like an offer', 'Here is the sea.||EXT. SEA - DAY||Waves.|'],
    ['a drawn line', 'INT.||He writes.||---||He stops.|'],
    ['lines that hold a speech together', 'INT.||JO|One.|  |Two.|'],
    ['quotes that open below the line', 'JO|Sie sagte „nein“ und ging.|'],
    ['CRLF', 'INT.¶¶JO¶Hi.¶'],
    ['a heading without an empty line behind it', 'INT.|Rain.||JO|Hi.|'],
    ['a name with a colon that is used once', '§||ANN: No.|'],
    ['a dialogue that quotes', 'INT.||JO|ANN: No.|ANN: Never.|'],
    ['transitions', '§||CUT TO:||CUT TO: BLACK.||CUT TO: RED.|'],
    ['signs', '§||SUPER: One.||SUPER: Two.||FADE IN: A||FADE IN: B|'],
    ['a title page', 'Title: A|JO: B|JO: C||§|'],
    ['headings with a colon', 'INT. BAR: DAY||JO|Hi.||INT. BAR: DAY|Rain.|I/E BAR: A|I/E BAR: B|'],
    ['hidden lines', '§||/*|JO: One.||JO: Two.|*/||[[|JO: Three.|]]|'],
    ['a montage', 'INT.||MONTAGE||- Jo runs.|- Ann waits.|- JO: gone.||JO|Hi.|'],
    ['names of shots', '§||ANN||She looks up.||JO||He waits.|'],
    ['words alone in capitals', 'INT.||SILENCE||A match.||DARKNESS||Rain.|'],
    ['descriptions with a colon', 'INT.||Outside: rain.||Inside: smoke.|'],
    ['a tag that somebody types', 'INT.||JO|Type <br> and wait.|'],
    ['an ampersand', 'INT.||R&D; AT&T &c.|'],
    ['one line in italics', 'INT.||Rain.||*Crash!*||JO|*No!*|Never.|'],
    ['a line in brackets', 'INT.||[A sign: CLOSED.]||JO|Hi.||Rain.|'],
    ['a placeholder', '§||[The rest stays unchanged.]|'],
    ['a placeholder in a speech', 'INT.||JO|[rest unchanged]|'],
    ['marked transitions', 'INT.||Rain.||> FADE OUT.||> THE END <|'],
    ['words that begin like places', 'INT.||Interior design.||INTERIOR MONOLOGUE||Rain.|'],
    ['one label', '§||ACTION: Rain.||Speech: none.|'],
    ['one name with a colon above words', 'INT.||THE SIGN SAYS:|Closed.|'],
    ['a page break', 'INT.||Rain.||===||INT. PUB - DAY||More rain.|'],
    ['a tag of thoughts in a speech', 'INT.||JO|It says </think> twice.||INT. PUB||No.|'],
    ['a list of characters', 'Mara: She lies.||John: He knows.|'],
    ['options', 'OPTION ONE||Mara leaves.||OPTION TWO||She stays.|'],
    ['ideas', '- Opening: She waits.|- Ending: He leaves.|- Title: Fog.|'],
    ['advice', 'Character: she wants more.|Dialogue: too long.|Interior: warm|'],
    ['no script at all', 'Sure! I can do that.||Would you like a scene?|'],
    ['nothing', ''],
  ])('%s', (_what, short) => {
    const text = textOf(short)
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
