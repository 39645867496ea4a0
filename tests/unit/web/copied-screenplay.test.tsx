// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { copiedScreenplay } from '../../../web/screenplay-view/copied-screenplay.ts'
import { Screenplay } from '../../../web/screenplay-view/screenplay.tsx'

afterEach(cleanup)

function copied(text: string): string {
  const { container } = render(<Screenplay text={text} />)
  const sheet = container.querySelector('.screenplay')
  if (!sheet) throw new Error('Nothing was drawn.')
  window.getSelection()?.selectAllChildren(sheet)
  return copiedScreenplay(window.getSelection(), sheet)
}

test('a speech has no blank lines inside, capitals are written as they show', () =>
  expect(copied('int. tram - night\n\nRain.\n\nMARA\n(low)\nHush.\n\nCUT TO:')).toBe(
    'INT. TRAM - NIGHT\n\nRain.\n\nMARA\n(low)\nHush.\n\nCUT TO:',
  ))

test('emphasis leaves no marks, a scene number stands apart', () =>
  expect(copied('INT. TRAM - NIGHT #12#\n\nA *very* **dark** _night_.')).toBe(
    '12 INT. TRAM - NIGHT\n\nA very dark night.',
  ))

test('a song is joined to the speech it is part of, not to one before it', () =>
  expect(copied('MARA\nHush.\n~La la\n\n~Lo lo\n\nRain.')).toBe(
    'MARA\nHush.\nLa la\n\nLo lo\n\nRain.',
  ))

test('notes are shown, but not those for programs', () => {
  const text = 'INT. TRAM - NIGHT\n[[COLOR blue]]\n\nRain.\n\n[[Why?]]\n\n### Later\n[[IDEA]]\n'
  const { container } = render(<Screenplay text={text} />)
  expect(container.textContent).toBe('INT. TRAM - NIGHTRain.Why?Later')
})

test('the title page stands before the script', () =>
  expect(copied('Title: Last Tram\nAuthor: Mara\n\nINT. TRAM - NIGHT\n\nRain.')).toBe(
    'Last Tram\nMara\n\nINT. TRAM - NIGHT\n\nRain.',
  ))

test('inside one paragraph the browser copies as ever', () => {
  expect(copied('Only one line.')).toBe('')
  expect(copiedScreenplay(null, document.body)).toBe('')
})
