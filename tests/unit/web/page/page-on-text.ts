import { EditorState, type Extension, StateField, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { pageMetrics } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { textBinding } from '../../../../web/features/page/editor/text-binding.ts'
import { splices } from '../../../../screenplay/changes.ts'
import type { Requests } from '../../../../web/features/document/sync/own-requests.ts'
import { WorkingText } from '../../../../web/features/document/text/working-text.ts'
import { FakeLocal } from '../document/fake-local.ts'
import { FakeServer } from '../document/fake-server.ts'

export const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

export const opened: { stop: () => unknown }[] = []

/** A fake clock for each test of a file. */
export function holdClock(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    // Without crypto.subtle, whose results do not follow the fake clock.
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  })

  afterEach(async () => {
    for (const { stop } of opened.splice(0)) await stop()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** A page on a working text that is synced with a server. */
export async function openPage(
  server: FakeServer,
  {
    local = new FakeLocal(),
    requests,
    more = [],
  }: { local?: FakeLocal; requests?: Requests; more?: Extension } = {},
) {
  const workingText = new WorkingText(server, local, requests)
  workingText.start()
  await passes(0)
  const faulty = { isShowing: true }
  const fault = StateField.define<null>({
    create: () => null,
    update: (_, tr) => {
      if (!faulty.isShowing && tr.annotation(Transaction.remote)) throw new Error('injected')
      return null
    },
  })
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: workingText.doc,
      extensions: [
        EditorState.lineSeparator.of('\n'),
        pageMetrics.of({ rowHeight: 16, flows: false }),
        pageRows,
        fault,
        textBinding(workingText),
        more,
      ],
    }),
  })
  let isComposing = false
  Object.defineProperty(view, 'composing', { get: () => isComposing })
  const page = {
    view,
    workingText,
    local,
    faulty,
    get doc() {
      return view.state.doc.toString()
    },
    compose: (isOn: boolean) => (isComposing = isOn),
    goTo: (place: number) => view.dispatch({ selection: { anchor: place } }),
    type(letters: string, userEvent = 'input.type') {
      view.dispatch(view.state.update(view.state.replaceSelection(letters), { userEvent }))
    },
    async stop() {
      view.destroy()
      await workingText.stop()
    },
  }
  opened.push(page)
  return page
}

export type Page = Awaited<ReturnType<typeof openPage>>

/** Somebody else changes the server's text. */
export async function arrive(server: FakeServer, change: (text: string) => string, isExact = true) {
  const text = change(server.text)
  const made = splices(server.text, text)
  if (made.length > 0) await server.set(text, isExact ? [{ origin: 'typed', splices: made }] : null)
}

/** Everything is handed over, sent and shown, and all sides have the same text. */
export async function settled(page: Page, server: FakeServer): Promise<string> {
  page.compose(false)
  for (let tries = 0; tries < 20; tries += 1) {
    await passes(1_000)
    if (page.workingText.snapshot().storage === 'stored' && page.doc === server.text) break
  }
  expect([page.doc, page.workingText.snapshot().text]).toEqual([server.text, server.text])
  return server.text
}
