// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { writeClipboard } from '../../../web/lib/secure-context.ts'
import { sourcesIn } from '../../support/source-files.ts'

/** Missing on plain http under any name but localhost. */
const SECURE_ONLY =
  /randomUUID|\.subtle\b|navigator\.(?:clipboard|locks|serviceWorker|wakeLock|storage|credentials|mediaDevices)|ClipboardItem|new Notification|Notification\.|\bcaches\./

test('only one file of the app uses what browsers offer on https alone', () => {
  const using = sourcesIn('web').filter(([, text]) =>
    SECURE_ONLY.test(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')),
  )
  expect(using.map(([file]) => file)).toEqual(['web/lib/secure-context.ts'])
})

test('without the clipboard a text is copied as by Ctrl+C, and the selection stays', async () => {
  const copied: Record<string, string> = {}
  const setData = (type: string, text: string) => void (copied[type] = text)
  document.body.innerHTML = '<p>selected</p>'
  window.getSelection()?.selectAllChildren(document.body)
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => {
      const event = Object.assign(new Event('copy', { cancelable: true }), {
        clipboardData: { setData },
      })
      expect(window.getSelection()?.toString()).toBe('.')
      return !document.dispatchEvent(event)
    },
  })
  await writeClipboard({ plain: 'A', html: '<b>A</b>' })
  expect(copied).toEqual({ 'text/plain': 'A', 'text/html': '<b>A</b>' })
  expect(window.getSelection()?.toString()).toBe('selected')
})
