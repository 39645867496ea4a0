import { expect, test } from 'vitest'
import { applyAnswer } from '../../../screenplay/answers.ts'
import { FORTY } from '../../support/documents/forty-rooms.ts'

/** The fault of an answer to a request about room 3. */
function faultIn(answer: string, script = FORTY): string | null {
  const request = 'Make room 3 darker'
  const outcome = applyAnswer({ script, request, answer, target: null, finish: 'complete' })
  return outcome.kind === 'faulty' ? outcome.fault : null
}

test.each([
  '[rest unchanged]',
  '[Rest of script unchanged]',
  '[The rest of the script remains unchanged.]',
  '[[rest of script continues as before]]',
  '(rest of the screenplay stays the same)',
  '...the rest stays the same',
  '… the rest of the scene as before …',
  '(scenes 4-40 unchanged)',
  '[Scenes 4 through 40 remain the same]',
  '(Scenes 1, 2 and 4 to 40 are unchanged.)',
  '[SCENES 2–39 OMITTED]',
  '[... remaining scenes unchanged ...]',
  '*(The remaining scenes stay the same.)*',
  '// rest of the script unchanged',
  '<!-- scenes 5-40 unchanged -->',
  '/* scenes 5-40 unchanged */',
  '--- rest of script unchanged ---',
  'The rest of the script remains unchanged.',
  'All other scenes remain the same.',
  'Scenes 4-40 remain unchanged.',
  '[Previous scenes unchanged]',
  '[No changes to scenes 1-12]',
  '[Everything else stays the same]',
  '[same as before]',
  '[unchanged]',
  '[...]',
  '[Continue with the rest of the script]',
  '[Insert scenes 4-40 here]',
  '[Keep the existing scenes here]',
  '[Scene continues as before]',
  '[The script continues]',
  '[remaining dialogue omitted for brevity]',
  '[[5120 characters of the script are left out here.]]',
  '[Rest unverändert]',
  '[le reste est inchangé]',
  '[el resto sin cambios]',
  '[остальное без изменений]',
])('%s stands for text that is left out', (line) => {
  expect(faultIn(`INT. ROOM 3 - NIGHT\n\nDark.\n\n${line}\n`)).toBe('placeholder')
  expect(faultIn(`${line}\n\n${FORTY}`)).toBe('placeholder')
})

test('so does one in brackets in the place of a speech', () =>
  expect(faultIn(`${FORTY}\nMIRA\n[rest of the dialogue unchanged]\n`)).toBe('placeholder'))

test.each([
  'The rest of the crew is unchanged.',
  'The rest of them remain where they are.',
  'Everything else stays the same: the chair, the lamp, the smell.',
  'The remaining passengers continue as before.',
  '...and the rest is silence.',
  'Nothing has changed. The same room, the same rain.',
  'The scene is the same as before, but the light has gone.',
  'SUPER: "THE REST IS UNCHANGED"',
  '> THE REST REMAINS THE SAME <',
  '...',
  '[laughs]',
  '[[check the rest of the scene]]',
  '(to the rest of the room)',
  'MIRA\nThe rest of the script remains unchanged.',
  'MIRA\n...the rest stays the same.',
  'MIRA\n(same as before)\nNo.',
  'MIRA\n(expression unchanged)\nScenes 4 to 40 unchanged? You read it all?',
  'MIRA\n(unverändert)\nNein.',
  '~The rest remains the same',
])('%s is part of a story', (text) => expect(faultIn(`${FORTY}\n${text}\n`)).toBeNull())

test('a line that the script already had is its own', () => {
  const current = `${FORTY}\n[rest unchanged]\n`
  expect(faultIn(current, current)).toBeNull()
})
