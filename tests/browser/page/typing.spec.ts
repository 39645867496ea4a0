import type { CDPSession, Page } from '@playwright/test'
import { openScript } from '../../support/browser/chats.ts'
import { expectConsoleErrors } from '../../support/browser/page.ts'
import { expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const scene = 'INT. TRAM - NIGHT\n\nRain.\n\nRUI\nHello.\n'

/** Puts the cursor behind a text on the page. */
async function cursorBehind(page: Page, text: string) {
  await scriptPage(page).getByText(text, { exact: true }).click()
  await page.keyboard.press('End')
}

const compose = (client: CDPSession, text: string) =>
  client.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })

const clipboards = {
  Word: {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0in}</style></head>
      <body lang=EN-US><!--StartFragment--><p class=MsoNormal>A <b>bold</b> wind.<o:p></o:p></p>
      <p class=MsoNormal>It stops.<o:p></o:p></p><!--EndFragment--></body></html>`,
    text: 'A bold wind.\r\nIt stops.\r\n',
    pasted: 'A **bold** wind.\n\nIt stops.',
  },
  'Google Docs': {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">A </span><span style="font-weight:400;font-style:italic;">cold</span><span style="font-weight:400;"> wind.</span></p></b>`,
    text: 'A cold wind.',
    pasted: 'A *cold* wind.',
  },
  'Final Draft': {
    html: '',
    text: 'INT. HALL - DAY\r\n\r\nEmpty.\r\n',
    pasted: 'INT. HALL - DAY\n\nEmpty.\n',
  },
  'a hostile page': {
    html: `<base href="https://elsewhere.example/"><link rel="stylesheet" href="a.css"><style>@import "b.css"; p { background: url(c.png) }</style>
      <p style="background: url(d.png)">A <b>bold</b> wind.<img src="e.png" onerror="window.hacked = true"><svg onload="window.hacked = true"><image href="f.png" /></svg></p>
      <script>window.hacked = true</script><script src="g.js"></script><iframe src="h.html" srcdoc="<script>parent.hacked = true</script>"></iframe>
      <object data="i.swf"></object><video src="j.mp4" poster="k.png" autoplay></video><meta http-equiv="refresh" content="0;url=l.html">`,
    text: 'A bold wind.',
    pasted: 'A **bold** wind.',
  },
}

test('pasted text, input methods, keyboards that replace words, and dead keys change only what they should', async ({
  page,
  consoleErrors,
}) => {
  const { writer } = await openScript(page, scene)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const [program, { html, text, pasted }] of Object.entries(clipboards))
    await test.step(`what ${program} copies is pasted as a screenplay's text`, async () => {
      await scriptPage(page).focus()
      await page.keyboard.press('Control+End')
      await scriptPage(page).evaluate(
        (content, data) => {
          const clipboardData = new DataTransfer()
          if (data.html) clipboardData.setData('text/html', data.html)
          clipboardData.setData('text/plain', data.text)
          const event = new ClipboardEvent('paste', {
            clipboardData,
            bubbles: true,
            cancelable: true,
          })
          content.dispatchEvent(event)
        },
        { html, text },
      )
      await expectStored(writer, scene + pasted)
      // One undo takes it back.
      await page.keyboard.press('Control+z')
      await expectStored(writer, scene)
    })

  await test.step('nothing that is pasted is loaded or run', async () => {
    const origin = new URL(page.url()).origin
    expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([])
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    // The browser names what it refuses to do.
    expectConsoleErrors(consoleErrors, /Content Security Policy/)
  })

  const client = await page.context().newCDPSession(page)
  let written = scene
  const expectWritten = async (before: string, after: string) => {
    written = written.replace(before, after)
    await expectStored(writer, written)
  }

  await test.step('a keyboard that replaces the current word, as on Android', async () => {
    await cursorBehind(page, 'Rain.')
    await page.keyboard.type(' ')
    for (const text of ['h', 'he', 'hel', 'helo']) await compose(client, text)
    // The suggestion replaces what was composed.
    await client.send('Input.insertText', { text: 'hello' })
    await page.keyboard.type(' ')
    for (const text of ['w', 'wo']) await compose(client, text)
    await client.send('Input.insertText', { text: 'world' })
    await expectWritten('Rain.', 'Rain. hello world')
  })

  await test.step('a dead key gives an accented letter', async () => {
    await cursorBehind(page, 'Hello.')
    await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'Quote' })
    await compose(client, '´')
    await client.send('Input.insertText', { text: 'é' })
    await expectWritten('Hello.', 'Hello.é')
  })

  await test.step('an input method composes letter by letter, also where the line wraps', async () => {
    await cursorBehind(page, 'Rain. hello world')
    for (const text of ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん']) await compose(client, text)
    await client.send('Input.insertText', { text: '日本' })
    await expect(scriptPage(page)).toContainText('world日本')
    await expectWritten('world', 'world日本')

    const long = 'とても長い文章'.repeat(12)
    for (let end = 1; end <= long.length; end += 9) await compose(client, long.slice(0, end))
    await client.send('Input.insertText', { text: long })
    await expectWritten('日本', `日本${long}`)
    // The layout has wrapped it: no row is wider than the text column.
    const overflow = await scriptPage(page).evaluate(
      (content) => content.scrollWidth - content.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(1)
  })
})
