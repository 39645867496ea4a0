import { describe, expect, test } from 'vitest'
import {
  type PendingType,
  capitalsOf,
  elementAt,
  pressEnter,
  pressShiftTab,
  pressTab,
  typedText,
  typeParenthesis,
} from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { marked, pressed } from './cursor.ts'

describe('the element at the cursor', () => {
  test.each<[string, string, string, PendingType?]>([
    ['an empty script', '|', 'action'],
    ['a heading', 'INT. BAR - DAY|', 'scene-heading'],
    ['an empty line below a heading', 'INT. BAR - DAY\n\n|', 'action'],
    ['a cue', 'A|NN\nHi.', 'character'],
    ['a name that nobody speaks under', 'ANN|', 'action'],
    ['the same, chosen as a character', 'ANN|', 'character', 'character'],
    ['two lines cannot become one', 'One\ntw|o', 'action', 'character'],
    ['half a heading, chosen as one', 'IN|', 'scene-heading', 'scene-heading'],
    ['an empty line directly below a name', 'ANN\n|', 'dialogue'],
    ['an empty line directly below a forced cue', '@Ann\n|', 'dialogue'],
    ['an empty line directly below dialogue', 'ANN\nHi.\n|', 'dialogue'],
    ['an empty line kept in a speech', 'ANN\nHi.\n  |\nBye.', 'dialogue'],
    ['an empty line after a speech', 'ANN\nHi.\n\n|', 'action'],
    ['an empty line with a chosen type', 'He sits.\n\n|', 'character', 'character'],
    ['a parenthetical', 'ANN\n(lo|w)\nHi.', 'parenthetical'],
    ['a note across empty-looking lines', '[[one\n  |\ntwo]]', 'note'],
    ['the title page', 'Title: The| Sea\n\nHi.', 'title-page'],
    ['below the title page', 'Title: The Sea\n\n|', 'action'],
    ['a transition', '> FADE OUT.|', 'transition'],
  ])('%s', (_what, text, type, pending) => {
    const { screenplay, selection } = marked(text)
    expect(elementAt(screenplay, selection.head, pending)).toBe(type)
  })
})

describe('Enter', () => {
  test.each<[string, string, string | null, PendingType?]>([
    ['after a heading starts action', 'INT. BAR - DAY|', 'INT. BAR - DAY\n\n|'],
    ['uses the empty lines that are there', 'INT. BAR - DAY|\n\n', 'INT. BAR - DAY\n\n|'],
    ['after action starts a paragraph', 'He sits.|', 'He sits.\n\n|'],
    ['between paragraphs makes room', 'He sits.|\n\nShe waits.', 'He sits.\n\n|\n\nShe waits.'],
    ['with room, adds nothing', 'He sits.|\n\n\n\nShe waits.', 'He sits.\n\n|\n\nShe waits.'],
    ['after a cue starts dialogue', 'ANN|', 'ANN\n| <dialogue>', 'character'],
    ['after a name in capitals, too', 'ANN (V.O.)|', 'ANN (V.O.)\n| <dialogue>'],
    ['after a shout is action', 'BANG!|', 'BANG!\n\n|'],
    ['after a sentence in capitals is action', 'THE END.|', 'THE END.\n\n|'],
    ['after a cue with dialogue goes there', 'ANN|\nHi.', 'ANN\n|Hi.'],
    ['after a cue keeps an empty line below', 'ANN|\n\nRain.', 'ANN\n| <dialogue>\n\nRain.'],
    ['after dialogue starts action', 'ANN\nHi.|', 'ANN\nHi.\n\n|'],
    ['after dialogue makes room', 'ANN\nHi.|\n\nRain.', 'ANN\nHi.\n\n|\n\nRain.'],
    ['in a parenthetical goes past it', 'ANN\n(low|)', 'ANN\n(low)\n| <dialogue>'],
    ['and to the dialogue below', 'ANN\n(|)\nHi.', 'ANN\n()\n|Hi.'],
    ['makes a transition of one in small letters', 'cut to:|', 'CUT TO:\n\n| <scene-heading>'],
    ['leaves action that ends likewise', 'Tom walks up to:|', 'Tom walks up to:\n\n|'],
    ['after a transition starts a heading', 'CUT TO:|', 'CUT TO:\n\n| <scene-heading>'],
    ['on empty dialogue leads to action', 'ANN\n|', 'ANN\n\n|', 'dialogue'],
    ['on an empty character leads to action', 'Hi.\n\n|', 'Hi.\n\n|', 'character'],
    ['on an empty line makes room', 'He sits.\n|\nShe waits.', 'He sits.\n\n|\n\nShe waits.'],
    ['splits action in two', 'He sits. |She waits.', 'He sits.\n\n|She waits.'],
    ['splits action between lines', 'He sits.|\nShe waits.', 'He sits.\n\n|She waits.'],
    ['keeps what it splits action', 'He says INT. |INT. BAR', 'He says INT.\n\n!|INT. BAR'],
    ['keeps the first half action', 'Hi.\n\nCUT TO: |it', 'Hi.\n\n!CUT TO:\n\n|it'],
    ['escapes a mark in dialogue', 'ANN\nI am |@home', 'ANN\nI am\n\\|@home'],
    ['ends a speech before spaces', 'ANN\nHi.|\n  \n\nRain.', 'ANN\nHi.\n\n|\n\nRain.'],
    ['carries emphasis over', 'He **sits |down** now.', 'He **sits**\n\n**|down** now.'],
    ['carries nested emphasis over', '_a **b |c** d_', '_a **b**_\n\n_**|c** d_'],
    ['in dialogue, too', 'ANN\n*Hi |there*', 'ANN\n*Hi*\n*|there*'],
    ['before a closing marker is at the end', 'He **sits|**', 'He **sits**\n\n|'],
    ['after an opening marker is before it', 'He sits. **|Now**', 'He sits.\n\n|**Now**'],
    ['splits dialogue into lines', 'ANN\nHi. |Bye.', 'ANN\nHi.\n|Bye.'],
    ['keeps a speech together', 'ANN\nHi.|\n(low)\nBye.', 'ANN\nHi.\n|  \n(low)\nBye.'],
    ['does not tear dialogue from its cue', 'ANN\n|Hi.', 'ANN\n|Hi.'],
    ['above a heading makes room', 'Hi.\n\n|INT. BAR', 'Hi.\n\n|\n\nINT. BAR'],
    ['at the very start makes room', '|INT. BAR', '|\n\nINT. BAR'],
    ['goes on with a song', '~La la|', '~La la\n~|'],
    ['ends a song', '~La la\n~|', '~La la\n\n|'],
    ['after centred text starts action', '> END <|', '> END <\n\n|'],
    ['inside centred text splits it', '> THE |END <', '> THE <\n> |END <'],
    ['on the title page is a line break', 'Title: A|\n\nHi.', null],
    ['in a note is a line break', 'He [[se|e]] sits.', null],
    ['replaces the selection', 'He ‹sits. She› waits.', 'He\n\n|waits.'],
    ['marks a chosen transition', 'FADE OUT.|', '> FADE OUT.\n\n| <scene-heading>', 'transition'],
    ['marks a chosen heading', 'KITCHEN|', '.KITCHEN\n\n|', 'scene-heading'],
  ])('%s', (_what, before, after, pending) => {
    const result = pressed(pressEnter, before, pending)
    // A pending type is shown at the end, wherever the cursor is.
    expect(result).toBe(after && withPendingLast(after))
  })
})

const withPendingLast = (text: string): string => {
  const [pending = ''] = / <[a-z-]+>/.exec(text) ?? []
  return text.replace(pending, '') + pending
}

describe('Tab', () => {
  test.each<[string, string, string | null, PendingType?]>([
    ['on empty action: a character', 'Hi.\n\n|', 'Hi.\n\n| <character>'],
    ['on an empty script, too', '|', '| <character>'],
    ['on an empty line below text, with an empty line', 'Hi.\n|', 'Hi.\n\n| <character>'],
    ['on an empty character: a transition', '|', '| <transition>', 'character'],
    ['on an empty transition: a heading', '|', '| <scene-heading>', 'transition'],
    ['on an empty heading: action', '|', '|', 'scene-heading'],
    ['on empty dialogue: a parenthetical', 'ANN\n|', 'ANN\n(|)', 'dialogue'],
    ['on an empty parenthetical: dialogue', 'ANN\n(|)', 'ANN\n| <dialogue>'],
    ['after action: a character', 'He sits.|', 'He sits.\n\n| <character>'],
    ['after a cue: a parenthetical', 'ANN|\nHi.', 'ANN\n(|)\nHi.'],
    ['after a chosen name: a parenthetical', 'ANN|', 'ANN\n(|)', 'character'],
    ['after dialogue: the next character', 'ANN\nHi.|', 'ANN\nHi.\n\n| <character>'],
    ['inside a speech: a parenthetical', 'ANN\nHi.|\nBye.', 'ANN\nHi.\n(|)\nBye.'],
    ['after a heading: action', 'INT. BAR|', 'INT. BAR\n\n|'],
    ['inside a line: nothing', 'He |sits.', null],
    ['with selected text: nothing', 'He ‹sits›.', null],
  ])('%s', (_what, before, after, pending) =>
    expect(pressed(pressTab, before, pending)).toBe(after),
  )
})

describe('Shift+Tab', () => {
  test.each<[string, string, string | null, PendingType?]>([
    ['on an empty character: action', '|', '|', 'character'],
    ['on an empty transition: a character', '|', '| <character>', 'transition'],
    ['on empty action: a heading', '|', '| <scene-heading>'],
    ['on empty dialogue: the name above', 'ANN\n|', 'ANN| <character>', 'dialogue'],
    ['on an empty parenthetical: dialogue', 'ANN\n(|)', 'ANN\n| <dialogue>'],
    ['on a chosen name: action', 'ANN|', 'ANN|', 'character'],
    ['on other text: nothing', 'He sits.|', null],
  ])('%s', (_what, before, after, pending) =>
    expect(pressed(pressShiftTab, before, pending)).toBe(after),
  )
})

describe('an opening parenthesis', () => {
  test.each<[string, string, string | null, PendingType?]>([
    ['on empty dialogue is a parenthetical', 'ANN\n|', 'ANN\n(|)'],
    ['between lines of a speech, too', 'ANN\nHi.\n|  \nBye.', 'ANN\nHi.\n(|)\nBye.'],
    ['in action is just that', 'Hi.\n\n|', null],
    ['in dialogue is just that', 'ANN\nHi |', null],
    ['over selected dialogue is one', 'ANN\n‹Hi.›', 'ANN\n(|)'],
  ])('%s', (_what, before, after, pending) =>
    expect(pressed(typeParenthesis, before, pending)).toBe(after),
  )
})

describe('typing on a line with a chosen type', () => {
  test.each<[PendingType, string, string, string]>([
    ['character', 'é', '', 'É'],
    ['character', 'n', 'AN', 'N'],
    ['character', '雨', '', '@雨'],
    ['character', '子', '@雨', '子'],
    ['character', '(', 'ANN ', '('],
    ['character', 'c', '@M', 'c'],
    ['scene-heading', 'int. bar', '', 'INT. BAR'],
    ['scene-heading', '部屋', '', '.部屋'],
    ['transition', 'cut', '', 'CUT'],
    ['dialogue', 'hi', '', 'hi'],
    ['character', 'two\nlines', '', 'two\nlines'],
  ])('%s: %s after "%s" is %s', (pending, text, line, typed) =>
    expect(typedText(pending, text, line)).toBe(typed),
  )
})

test('a scene can be written with Enter, Tab and letters alone', () => {
  const keys = { enter: pressEnter, tab: pressTab, '(': typeParenthesis }
  const steps: (keyof typeof keys | { type: string })[] = [
    'enter',
    { type: 'Rain.' },
    'tab',
    { type: 'ann' },
    'enter',
    '(',
    { type: 'low' },
    'enter',
    { type: 'Hi.' },
    'tab',
    { type: 'bo' },
    'enter',
    { type: 'Bye.' },
    'enter',
    { type: 'She goes.' },
  ]
  let text = 'INT. BAR - DAY|'
  let pending: PendingType | undefined
  for (const step of steps) {
    if (typeof step === 'object') {
      for (const letter of step.type) {
        text = text.replace('|', `${pending ? typedText(pending, letter) : letter}|`)
      }
      continue
    }
    const [, after = '', type] = /^(.*?)(?: <([a-z-]+)>)?$/s.exec(
      pressed(keys[step], text, pending) ?? '',
    )!
    text = after
    pending = type as PendingType | undefined
  }
  expect(text).toBe('INT. BAR - DAY\n\nRain.\n\nANN\n(low)\nHi.\n\nBO\nBye.\n\nShe goes.|')
})

describe('in capitals:', () => {
  /** The text with the first element, and then the second, in capitals. */
  const inCapitals = (text: string, language?: string) =>
    [0, 1].reduce((changed, index) => {
      return applySplices(changed, capitalsOf(parse(changed), index, language))
    }, text)

  test.each<[string, string, string, string?]>([
    ['a heading', 'int. bar - day', 'INT. BAR - DAY'],
    ['a forced heading', '.the void', '.THE VOID'],
    ['not its number, notes and emphasis', 'int. *bar* [[no]] #1a#', 'INT. *BAR* [[no]] #1a#'],
    ['letters that become two', 'int. straße', 'INT. STRASSE'],
    ['as its language does', 'int. deniz - gece', 'INT. DENİZ - GECE', 'tr'],
    ['the extension of a cue', 'ANN (v.o.)\nHi.', 'ANN (V.O.)\nHi.'],
    ['not a forced name', "@McCLANE (cont'd) ^\nHi.", "@McCLANE (CONT'D) ^\nHi."],
    ['not action and dialogue', 'He sits.\n\nANN\nhi.', 'He sits.\n\nANN\nhi.'],
    ['not a forced transition', '> Burn to white.', '> Burn to white.'],
    [
      'not what the page setup prints as it is typed',
      'Page Setup: scene heading style plain\n\nint. bar',
      'Page Setup: scene heading style plain\n\nint. bar',
    ],
  ])('%s', (_what, text, capitals, language) => expect(inCapitals(text, language)).toBe(capitals))
})
