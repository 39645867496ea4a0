import { beforeAll, describe, expect, test } from 'vitest'
import { importScript } from '../../../screenplay/formats.ts'
import { forFile } from '../../support/for-file.ts'
import { wordsOfPdf } from '../../support/documents/printed-words.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { generationFixture, invoke, NO_WORKER, refused } from '../generation/generation-fixture.ts'

const TOO_LARGE = 'The script is larger than 1 MB.'
const SCRIPT = 'INT. HARBOUR - NIGHT\n\nRain on the boats.\n\nЛЕВ\nNobody comes home.'

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))
const pending = forFile(() => fixture.person('pending', { approved: false }))

beforeAll(async () => {
  // The first export loads the fonts.
  await exported(anna, { text: SCRIPT, format: 'pdf' })
})

const save = async ({ client, id }: SignedIn, content: unknown, title = 'The Boats') =>
  only(
    await client
      .from('scripts')
      .insert({ user_id: id, title, content: content as string })
      .select()
      .single(),
  )

/** Calls the function as the browser does; returns the response and the text of the PDF. */
async function exported({ client }: SignedIn, body: Record<string, unknown>) {
  const { data, error, response } = await client.functions.invoke<Blob>('export-script', { body })
  if (error || !data) throw new Error(`no document: ${String(error)}`)
  const bytes = new Uint8Array(await data.arrayBuffer())
  return {
    type: response?.headers.get('content-type'),
    disposition: response?.headers.get('content-disposition'),
    start: new TextDecoder().decode(bytes.subarray(0, 5)),
    text: (await importScript(bytes, 'script.pdf')).text,
  }
}

const post = (person: SignedIn, body: unknown) =>
  fixture.call('export-script', { token: person.token, body: JSON.stringify(body) })

describe('a writer', () => {
  test('gets their own script as a PDF named after its title', async () => {
    const { id } = await save(anna, SCRIPT)
    const document = await exported(anna, { scriptId: id, format: 'pdf' })
    expect(document).toMatchObject({
      type: 'application/pdf',
      disposition: `attachment; filename="The Boats.pdf"; filename*=UTF-8''The%20Boats.pdf`,
      start: '%PDF-',
    })
    expect(document.text).toContain('Nobody comes home.')
  })

  test('gets a script that is stored as an object', async () => {
    const { id } = await save(anna, { value: SCRIPT })
    expect((await exported(anna, { scriptId: id, format: 'pdf' })).text).toContain('Rain')
  })

  test('gets an unsaved text, on the chosen paper', async () => {
    const body = { text: SCRIPT, title: 'Draft', format: 'pdf', paper: 'a4' }
    const document = await exported(anna, body)
    expect(document.text).toContain('INT. HARBOUR - NIGHT')
    expect(document.disposition).toContain('filename="Draft.pdf"')
  })

  test('gets the text from the editor, not the saved one', async () => {
    const { id } = await save(anna, SCRIPT)
    const { text } = await exported(anna, { scriptId: id, text: 'Sun.', format: 'pdf' })
    expect(text).not.toContain('Rain')
  })

  test('gets a safe file name, whatever the title', async () => {
    const title = '../Ля "Мер"/\\..\u202e\r\nX-Evil: 1'
    const { disposition } = await exported(anna, { text: SCRIPT, title, format: 'pdf' })
    expect(disposition).toBe(
      `attachment; filename="__ ___ .. X-Evil 1.pdf"; filename*=UTF-8''%D0%9B%D1%8F%20%D0%9C%D0%B5%D1%80%20..%20X-Evil%201.pdf`,
    )
  })

  test('gets a PDF of an empty script too', async () => {
    const { data } = await anna.client.functions.invoke<Blob>('export-script', {
      body: { text: '', format: 'pdf' },
    })
    expect(data?.size).toBeGreaterThan(100)
  })

  test('whatever the text is', async () => {
    const text = `\u0000\u0007 \ud800 ${'\u0301'.repeat(50)} 👩‍👩‍👧 雨 ${'x'.repeat(5000)}\n\n@\n\n===`
    const { start } = await exported(anna, { text: `${text}\n\n${SCRIPT}`, format: 'pdf' })
    expect(start).toBe('%PDF-')
  })
})

describe('characters that no font of the PDF has', () => {
  const page = (words: string) => `${words}\n\n===\n\n`
  const text = `Title: 雨\n\n${page('Regen 雨 и дождь.')}${page('**漢** 雨')}${page('Dry.')}**漢** 👩‍👧.\n`
  const ask = (body: Record<string, unknown>) =>
    anna.client.functions.invoke<unknown>('export-script', { body: { format: 'pdf', ...body } })

  test('are named with their pages, instead of a file, if the caller wants to know', async () => {
    const { data } = await ask({ text, reportsMissing: true })
    expect(data).toEqual({
      missing: [
        { character: '雨', isOnTitlePage: true, pages: [['1', '2']] },
        {
          character: '漢',
          isOnTitlePage: false,
          pages: [
            ['2', '2'],
            ['4', '4'],
          ],
        },
        { character: '👩‍👧', isOnTitlePage: false, pages: [['4', '4']] },
      ],
      more: 0,
    })
  })

  test('are boxes in the file, if the caller does not', async () => {
    for (const reportsMissing of [false, null, undefined]) {
      const { data } = await ask({ text, reportsMissing })
      expect(data).toBeInstanceOf(Blob)
    }
  })

  test('are not asked about where there are none, and not all listed where there are many', async () => {
    expect((await ask({ text: 'Дождь, βροχή, גשם.', reportsMissing: true })).data).toBeInstanceOf(
      Blob,
    )
    const many = String.fromCodePoint(...Array.from({ length: 50 }, (_, n) => 0x4e00 + n))
    const { data } = await ask({ text: many, reportsMissing: true })
    expect(data).toMatchObject({ missing: { length: 30 }, more: 20 })
  })

  test('are looked for on the pages of the file only', async () => {
    const sides = `INT. A\n\n雨\n\n${'Dust.\n\n'.repeat(60)}INT. B\n\nMIRA\nHi.\n`
    expect((await ask({ text: sides, reportsMissing: true, sides: 'MIRA' })).data).toBeInstanceOf(
      Blob,
    )
  })
})

describe('with revision marks', () => {
  const AFTER = SCRIPT.replace('boats', 'ships')
  const revision = { set: 'blue', date: '2026-11-16' }

  /** The lines with an asterisk, as plain text. */
  async function marked(person: SignedIn, body: Record<string, unknown>): Promise<string[]> {
    const { data } = await person.client.functions.invoke<Blob>('export-script', {
      body: { text: AFTER, format: 'pdf', ...body },
    })
    const words = await wordsOfPdf(new Uint8Array((await data?.arrayBuffer()) ?? []))
    const marks = words.filter(({ text }) => text === '*')
    return marks.map(({ top }) =>
      words
        .filter((word) => word.text !== '*' && Math.abs(word.top - top) < 0.05)
        .map(({ text }) => text)
        .join(' '),
    )
  }

  /** A version of a script with this text. */
  async function version(person: SignedIn, text: string): Promise<string> {
    const { id } = await save(person, text)
    const [latest] = only(await person.client.rpc('script_history', { script_id: id }))
    return latest?.id ?? ''
  }

  test('a changed line has an asterisk, against a text or a version', async () => {
    const lines = ['Rain on the ships.']
    expect(await marked(anna, { revision: { ...revision, against: SCRIPT } })).toEqual(lines)
    const versionId = await version(anna, SCRIPT)
    expect(await marked(anna, { revision: { ...revision, versionId } })).toEqual(lines)
  })

  test("another writer's version is refused, like a missing one", async () => {
    const versionId = await version(anna, SCRIPT)
    const body = { text: AFTER, format: 'pdf', revision: { ...revision, versionId } }
    const unknown = refused(404, 'version_not_found', 'This version does not exist.')
    expect(await post(bert, body)).toEqual(unknown)
    const missing = { ...revision, versionId: crypto.randomUUID() }
    expect(await post(bert, { ...body, revision: missing })).toEqual(unknown)
  })
})

describe('of a production draft', () => {
  const wordsOf = async (body: Record<string, unknown>) => {
    const { data } = await anna.client.functions.invoke<Blob>('export-script', {
      body: { format: 'pdf', ...body },
    })
    return wordsOfPdf(new Uint8Array((await data?.arrayBuffer()) ?? []))
  }

  test("only a character's scenes are printed, under the names of the character and the script", async () => {
    const text = `${SCRIPT}\n\nINT. BAR - DAY\n\nANN\nAnother round.`
    const words = (await wordsOf({ text, title: 'Boats', sides: 'ANN' })).map((word) => word.text)
    expect(words.join(' ')).toBe('ANN - Boats INT. BAR - DAY ANN Another round. 1.')
  })

  test('sides of a character whom nobody has written are refused', async () => {
    const body = { text: SCRIPT, format: 'pdf', sides: 'ZOE' }
    expect(await post(anna, body)).toEqual(
      refused(404, 'character_not_found', 'Nobody of this name is in the script.'),
    )
  })

  test('only revised pages are printed if the pages are locked, with their numbers', async () => {
    const pages = ['One.', '[[=== 2]]\n\nTwo.', '[[=== 3]]\n\nThree.']
    const against = `Production Lock: pages\n\n${pages.join('\n\n')}`
    const text = against.replace('Two.', 'Two.\n\n===\n\nMore.')
    const words = await wordsOf({ text, revision: { set: 'pink', date: '2026-11-16', against } })
    expect(words.map((word) => word.text).join(' ')).toBe('Pink Rev. 11/16/2026 More. 2A. *')
  })
})

describe('is refused', () => {
  test("another writer's script, like a missing one", async () => {
    const { id } = await save(anna, SCRIPT)
    const unknown = refused(404, 'script_not_found', 'This script does not exist.')
    expect(await invoke(bert, 'export-script', { scriptId: id, format: 'pdf' })).toEqual(unknown)
    const none = { scriptId: crypto.randomUUID(), format: 'pdf' }
    expect(await invoke(bert, 'export-script', none)).toEqual(unknown)
  })

  test('an unapproved user, with a text or an id', async () => {
    const { id } = await save(anna, SCRIPT)
    const notApproved = refused(403, 'not_approved', 'Your account is not approved.')
    expect(await post(pending, { text: SCRIPT, format: 'pdf' })).toEqual(notApproved)
    expect(await post(pending, { scriptId: id, format: 'pdf' })).toEqual(notApproved)
  })

  const pdf = (more: object) => ({ text: SCRIPT, format: 'pdf', ...more })
  const revised = (revision: object) => pdf({ revision: { set: 'blue', ...revision } })
  test.each<[string, object[]]>([
    ['Send a script or the id of one.', [{ format: 'pdf' }]],
    ['The script is not known.', [{ scriptId: '1', format: 'pdf' }]],
    ['Only the format pdf is offered here.', [{ text: 'x', format: 'exe' }, { text: 'x' }]],
    ['The paper is letter or a4.', [pdf({ paper: 'a0' })]],
    ['The title is longer than 200 characters.', [pdf({ title: 'x'.repeat(201) })]],
    [TOO_LARGE, [pdf({ text: 'я'.repeat(524_289) }), revised({ against: 'x'.repeat(1_048_577) })]],
    [
      'The revision is white, blue, pink, yellow, green, goldenrod, buff, salmon or cherry.',
      [revised({ set: 'mauve', against: 'x' })],
    ],
    ['Send the text to compare with, or the id of a version.', [revised({})]],
    ['The version is not known.', [revised({ versionId: "'; --" })]],
    ['The date is written as 2026-11-16.', [revised({ against: 'x', date: '11/16/2026' })]],
    ['The request is not valid.', [pdf({ revision: 7 }), pdf({ sides: 7 })]],
    ['Send the name of a character.', [pdf({ sides: '' })]],
    ['The name of the character is too long.', [pdf({ sides: 'A'.repeat(201) })]],
  ])('what is invalid: %s', async (error, bodies) => {
    for (const body of bodies)
      expect(await post(anna, body)).toEqual(refused(400, 'invalid_request', error))
  })
})

test('other requests are answered during a long export', async () => {
  const long = post(anna, { text: `${SCRIPT}\n\n`.repeat(3_000), format: 'pdf' }).catch(
    () => 'long',
  )
  const short = fetch(`${fixture.server.url}/healthz`).then(() => 'short')
  expect(await Promise.race([long, short])).toBe('short')
  await long
})
