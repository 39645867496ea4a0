// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test, vi } from 'vitest'
import { pasting } from '../../../../web/features/page/editor/typing/pasting.ts'

type Read = (copied: { html: string; text: string }) => string

const views: EditorView[] = []

afterEach(() => {
  for (const view of views.splice(0)) view.destroy()
  vi.restoreAllMocks()
})

function open(doc: string, load: () => Promise<Read>) {
  const view = new EditorView({ doc, extensions: pasting(load), parent: document.body })
  views.push(view)
  return {
    view,
    paste(text: string) {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      view.contentDOM.dispatchEvent(event)
    },
    type(text: string) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type' })
    },
    select: (anchor: number, head = anchor) => view.dispatch({ selection: { anchor, head } }),
    /** The text, with the cursor in it. */
    shown() {
      const { doc: now, selection } = view.state
      return `${now.sliceString(0, selection.main.head)}|${now.sliceString(selection.main.head)}`
    },
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('what is typed while the first pasted text is read stands behind it, in the order of the keys', async () => {
  const loaded = Promise.withResolvers<Read>()
  const page = open('one two', () => loaded.promise)
  page.select(4, 7)
  page.paste('PASTED')
  page.type('x')
  page.paste('MORE')
  page.type('y')
  expect(page.shown()).toBe('one xy|')
  loaded.resolve(({ text }) => `<${text}>`)
  await settled()
  expect(page.shown()).toBe('one <PASTED>x<MORE>y|')
  // From now on nothing is waited for.
  page.paste('NEXT')
  page.type('z')
  expect(page.shown()).toBe('one <PASTED>x<MORE>y<NEXT>z|')
})

test('two texts pasted one after the other, and a selection that is left, are where they were pasted', async () => {
  const loaded = Promise.withResolvers<Read>()
  const page = open('one two', () => loaded.promise)
  page.select(3)
  page.paste('1')
  page.paste('2')
  page.select(4, 7)
  page.paste('3')
  page.select(0)
  page.type('zero ')
  loaded.resolve(({ text }) => text)
  await settled()
  expect(page.shown()).toBe('zero |one12 3')
})

test('without the code that reads it, the text is pasted as it is, and the next paste tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isReachable = false
  const load = async (): Promise<Read> => {
    if (!isReachable) throw new Error('Failed to fetch')
    return ({ text }) => `<${text}>`
  }
  const page = open('', load)
  page.paste('one\r\ntwo')
  await settled()
  expect(page.shown()).toBe('one\ntwo|')
  isReachable = true
  page.paste('three')
  await settled()
  expect(page.shown()).toBe('one\ntwo<three>|')
})
