import { beforeAll, describe, expect, test } from 'vitest'
import { importScript } from '../../../screenplay/import-script.ts'
import { only, type SignedIn } from '../../support/rest-world.ts'
import {
  type GenerationWorld,
  generationWorld,
  invoke,
  NO_WORKER,
  refused,
} from '../generation/generation-world.ts'

let world: GenerationWorld
let anna: SignedIn
let bert: SignedIn
let pending: SignedIn

const SCRIPT = 'INT. HARBOUR - NIGHT\n\nRain on the boats.\n\nЛЕВ\nNobody comes home.'

beforeAll(async () => {
  world = await generationWorld(NO_WORKER)
  anna = await world.person('anna')
  bert = await world.person('bert')
  pending = await world.person('pending', { approved: false })
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
  world.call('export-script', { token: person.token, body: JSON.stringify(body) })

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

  test('an anonymous caller, and one without a key', async () => {
    const body = JSON.stringify({ text: SCRIPT, format: 'pdf' })
    expect(await world.call('export-script', { body })).toEqual(
      refused(401, 'not_signed_in', 'Please sign in first.'),
    )
    expect(await world.call('export-script', { headers: {}, body })).toEqual(
      refused(401, 'no_api_key', 'No API key found in request'),
    )
  })

  test.each([
    ['no script', { format: 'pdf' }, 'Send a script or the id of one.'],
    ['an id that is none', { scriptId: '1', format: 'pdf' }, 'The script is not known.'],
    ['another format', { text: 'x', format: 'exe' }, 'Only the format pdf is offered here.'],
    ['no format', { text: 'x' }, 'Only the format pdf is offered here.'],
    ['another paper', { text: 'x', format: 'pdf', paper: 'a0' }, 'The paper is letter or a4.'],
    [
      'a title without end',
      { text: 'x', format: 'pdf', title: 'x'.repeat(201) },
      'The title is longer than 200 characters.',
    ],
    [
      'a text over 1 MB',
      { text: 'я'.repeat(524_289), format: 'pdf' },
      'The script is larger than 1 MB.',
    ],
  ])('%s', async (_, body, error) => {
    expect(await post(anna, body)).toEqual(refused(400, 'invalid_request', error))
  })

  test('invalid JSON, and other methods', async () => {
    const { token } = anna
    expect(await world.call('export-script', { token, body: '{' })).toEqual(
      refused(400, 'invalid_request', 'The request is not valid JSON.'),
    )
    expect(await world.call('export-script', { token, method: 'GET' })).toEqual(
      refused(405, 'method_not_allowed', 'This method is not allowed here.'),
    )
  })
})

test('other requests are answered during a long export', async () => {
  const long = post(anna, { text: `${SCRIPT}\n\n`.repeat(3_000), format: 'pdf' }).catch(
    () => 'long',
  )
  const short = fetch(`${world.server.url}/healthz`).then(() => 'short')
  expect(await Promise.race([long, short])).toBe('short')
  await long
})
