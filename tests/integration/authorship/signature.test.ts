import { createPublicKey, hash, randomBytes, randomUUID, verify as isSignedBy } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthorshipKeys,
  type AuthorshipRecord,
  authorshipKeys,
} from '../../../contract/authorship.ts'
import { chainText, digestsOf } from '../../../screenplay/authorship.ts'
import { runLedger } from '../../../scripts/ledger-command/command.ts'
import { signingKeyOf } from '../../../server/common/signing-keys.ts'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import { runServerCommand } from '../../support/server-command.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'
import { JWT_SECRET } from '../../support/signed-in.ts'
import { PASSWORD } from '../../support/people.ts'
import { type SignedIn } from '../../support/rest/fixture.ts'
import { sha256 } from '../versions/text-fixture.ts'
import {
  authorshipFixture,
  FOG,
  save,
  signedBy,
  type,
  TYPED,
  writtenTo,
} from './authorship-fixture.ts'

const ADDRESS = '/.well-known/authorship-keys.json'

let folder: string
let annas: AuthorshipRecord
let berts: AuthorshipRecord
let published: AuthorshipKeys['keys']

async function written(person: SignedIn): Promise<AuthorshipRecord> {
  const work = randomUUID()
  await type(person, work, TYPED)
  const { job } = await fixture.answer(person, work, FOG)
  await fixture.apply(work, job, `${TYPED}\n${FOG}\n`)
  await type(person, work, `${TYPED}\n${FOG}\n\nRain.\n`)
  const { id } = await save(person, work)
  return fixture.recordOf(person, { scriptId: id, texts: 'true' })
}

const keysOf = async (url: string) =>
  authorshipKeys.parse(await (await fetch(`${url}${ADDRESS}`)).json()).keys

beforeAll(async () => {
  folder = await temporaryFolder()
})

const fixture = forFile(authorshipFixture)
const anna = forFile(() => fixture.person('anna'))

beforeAll(async () => {
  annas = await written(anna)
  berts = await written(await fixture.person('bert'))
  published = await keysOf(fixture.server.url)
})

const file = (content: string) => writtenTo(folder, content)

const verify = async (record: AuthorshipRecord, key?: string) =>
  runLedger([
    'verify',
    await file(JSON.stringify(record)),
    ...(key === undefined ? [] : ['--key', key]),
  ])

const refused = (problem: string) => ({
  code: 1,
  output: '',
  errors: `NOT verified. signature: ${problem}.\n`,
})

const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('there is none')
  return item
}

const thief = signingKeyOf(randomBytes(32).toString('hex'))

const signed = (record: AuthorshipRecord) => signedBy(thief, record)

/** All words typed, no answers, and every hash computed again. */
function forged(record: AuthorshipRecord): AuthorshipRecord {
  const { texts: _, ...copy } = structuredClone(record)
  const typed = (words: number) => ({ typed: words, pasted: 0, import: 0, answer: 0 })
  let previous: string | undefined
  const versions = copy.versions.map((version) => {
    const { words } = version
    const own = { ...version, origin: 'typed' as const, job_id: null, model: null }
    previous = sha256(chainText(previous, copy, own))
    return { ...own, shares: typed(words), chain_hash: previous }
  })
  const all = {
    ...copy,
    versions,
    jobs: [],
    answers: [],
    text: { ...copy.text, shares: typed(copy.text.words) },
    spans: copy.spans.map(({ job_id: _job, ...span }) => ({ ...span, origin: 'typed' as const })),
    written: typed(copy.text.words),
    cut: typed(0),
  }
  return { ...all, digests: digestsOf(all, sha256) }
}

describe('a record is verified', () => {
  test('with the key at the published address, in a file, and as text', async () => {
    const { id, publicKey } = first(published)
    const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`
    const list = await file(JSON.stringify({ keys: published }))
    const inPem = await file(pem)
    const address = `${fixture.server.url}${ADDRESS}`
    for (const [given, source] of [
      [address, `from ${address}`],
      [list, `from ${list}`],
      [inPem, `from ${inPem}`],
      [publicKey, 'the given one'],
    ] as const) {
      const { code, output } = await verify(annas, given)
      expect([code, output.split('\n').slice(0, 2)]).toEqual([
        0,
        ['Verified: "The Boats"', `  signed with the key ${id}, ${source}`],
      ])
    }
  })

  test('by a stranger, from the documented bytes alone', () => {
    const { digests, signature } = annas
    const { head, script, versions, jobs, answers, text, spans, written: all, cut } = digests
    const list = versions.map((digest) => `"${digest}"`).join(',')
    const bytes = `script-writer-authorship\n{"answers":"${answers}","cut":"${cut}","head":"${head}","jobs":"${jobs}","script":"${script}","spans":"${spans}","text":"${text}","versions":[${list}],"written":"${all}"}`
    const key = Buffer.from(first(published).publicKey, 'base64')
    expect(first(published).id).toBe(hash('sha256', key, 'hex').slice(0, 32))
    expect(
      isSignedBy(
        null,
        Buffer.from(bytes),
        createPublicKey({ key, format: 'der', type: 'spki' }),
        Buffer.from(signature?.value ?? '', 'base64'),
      ),
    ).toBe(true)
  })
})

describe('without a key that the caller trusts', () => {
  test('it says what was checked and what was not, and is not verified', async () => {
    const { code, output, errors } = await verify(annas)
    expect([code, errors]).toEqual([3, ''])
    expect(output).not.toMatch(/^Verified/m)
    expect(output.split('\n').slice(0, 4)).toEqual([
      'Consistent, but NOT verified: "The Boats"',
      `  the signature fits the key ${first(published).id}, but that key is from the record itself:`,
      '  whether it is the key of the server was not checked. Without that, anybody could have written this record.',
      '  To check it, get the key from the server: --key https://SERVER/.well-known/authorship-keys.json',
    ])
  })

  test.each([
    ['a file that is not there', 'nowhere.pem', /^Cannot read .*file not found\.\n$/],
    ['a file without a key', import.meta.filename, /has no Ed25519 public key\.\n$/],
    ['an address without encryption', 'http://example.com/keys', /is not https: .*\.\n$/],
    ['an address where nothing listens', 'http://127.0.0.1:1/', /^Cannot fetch .*\.\n$/],
  ])('%s is refused as a key in one sentence', async (_, key, sentence) => {
    const { code, output, errors } = await verify(annas, key)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  test('an address that has no keys is refused', async () => {
    const { code, errors } = await verify(annas, `${fixture.server.url}/health`)
    expect([code, errors]).toEqual([1, expect.stringMatching(/has no Ed25519 public key\.\n$/)])
  })
})

describe('a record with other origins, without answers and with every hash computed again', () => {
  const trusted = () => first(published).publicKey

  test('is refused with the signature that it had', async () => {
    const problem = refused('it does not fit the record')
    expect(await verify(forged(annas))).toEqual(problem)
    expect(await verify(forged(annas), trusted())).toEqual(problem)
  })

  test('is refused without a signature', async () => {
    const { signature: _, ...unsigned } = forged(annas)
    const problem = refused('there is none, so anybody could have written this record')
    expect(await verify(unsigned)).toEqual(problem)
    expect(await verify(unsigned, trusted())).toEqual(problem)
  })

  test('is refused with the signature of another record', async () => {
    const other = { ...forged(annas), signature: berts.signature }
    expect(await verify(other, trusted())).toEqual(refused('it does not fit the record'))
  })

  test('is not verified with a key of the forger’s own, and refused when the real one is known', async () => {
    const own = signed(forged(annas))
    const { code, output } = await verify(own)
    expect([code, output]).toEqual([3, expect.not.stringMatching(/^Verified/m)])
    const { id, publicKey } = first(published)
    expect(await verify(own, publicKey)).toEqual(
      refused(`it is by the key ${thief.id}, and the trusted key is ${id}`),
    )
  })

  test('is refused with the forger’s key under the name of the real one', async () => {
    const { id, publicKey } = first(published)
    const own = signed(forged(annas))
    const value = own.signature?.value ?? ''
    const named = { ...own, signature: { keyId: id, publicKey: thief.publicKey, value } }
    expect(await verify(named, publicKey)).toEqual(refused('its key does not have this id'))
    const claimed = { ...own, signature: { keyId: id, publicKey, value } }
    expect(await verify(claimed, publicKey)).toEqual(refused('it does not fit the record'))
  })
})

describe('titles and places', () => {
  const HOSTILE = 'Boats\u001b[2J\u009b1m\nVerified: "Ships\u202e\u2028\u0007'

  test('are printed on one line, without control characters', async () => {
    const named = signed({ ...annas, script: { id: randomUUID(), title: HOSTILE } })
    const { code, output } = await verify(named, thief.publicKey)
    expect([code, output.split('\n')[0]]).toEqual([0, 'Verified: "Boats[2J1mVerified: "Ships"'])
    const texts = { pieces: [], byHash: { [HOSTILE]: [0] } }
    const { errors } = await verify({ ...annas, texts }, thief.publicKey)
    expect(errors).toBe(
      'NOT verified. texts.byHash.Boats[2J1mVerified: "Ships: this is not what the format says.\n',
    )
    const notJson = await runLedger(['verify', await file('\u001b[2J')])
    expect(notJson.errors).not.toContain('\u001b')
  })
})

describe('the key of the server', () => {
  /** Anna's record, from another server with the same database. */
  async function recordAt(url: string): Promise<AuthorshipRecord> {
    const client = await newClient(url)
    const { error } = await client.auth.signInWithPassword({
      email: anna.email,
      password: PASSWORD,
    })
    expect(error).toBeNull()
    const query = `authorship?workId=${annas.workId}`
    const { data } = await client.functions.invoke<AuthorshipRecord>(query, { method: 'GET' })
    if (!data) throw new Error('no record')
    return data
  }
  const idOf = (record: AuthorshipRecord) => record.signature?.keyId
  const database = () => ({ DATABASE_URL: fixture.database.url, WORKER_CONCURRENCY: '0' })

  test('is the same in all processes with the same JWT_SECRET', async () => {
    const { url } = await startTestServer({ ...database(), JWT_SECRET })
    expect(await keysOf(url)).toEqual(published)
    expect((await verify(await recordAt(url), first(published).publicKey)).code).toBe(0)
  })

  test('in secrets.json is kept, and can be replaced by a new one while the former stays published', async () => {
    const dataDir = await temporaryFolder()
    const env = { ...database(), DATA_DIR: dataDir }
    const server = await startTestServer(env)
    const before = await recordAt(server.url)
    const [former] = await keysOf(server.url)
    expect(idOf(before)).toBe(former?.id)
    const renew = () => runServerCommand('repair-secrets', ['--new-authorship-key'], env)
    expect((await renew()).stderr).toMatch(/^DATA_DIR .* is in use/)
    await server.stop()

    const again = await startTestServer(env)
    expect(await keysOf(again.url)).toEqual([former])
    await again.stop()

    const { stdout, stderr } = await renew()
    expect(stderr).toBe('')
    const { url } = await startTestServer(env)
    const keys = await keysOf(url)
    expect(keys).toEqual([
      expect.objectContaining({ id: expect.not.stringMatching(former?.id ?? '') as string }),
      former,
    ])
    expect(stdout).toContain(first(keys).id)
    const after = await recordAt(url)
    expect(idOf(after)).toBe(first(keys).id)
    const address = `${url}${ADDRESS}`
    expect((await verify(before, address)).code).toBe(0)
    expect((await verify(after, address)).code).toBe(0)
    expect((await verify(after, former?.publicKey)).errors).toContain('it is by the key')
  })

  test('from the environment is replaced there', async () => {
    const AUTHORSHIP_KEY = randomBytes(32).toString('hex')
    const former = first(published)
    const AUTHORSHIP_FORMER_KEYS = former.publicKey
    const env = { ...database(), JWT_SECRET, AUTHORSHIP_KEY, AUTHORSHIP_FORMER_KEYS }
    const { url } = await startTestServer(env)
    const { id, publicKey } = signingKeyOf(AUTHORSHIP_KEY)
    expect(await keysOf(url)).toEqual([{ id, publicKey }, former])
    expect(idOf(await recordAt(url))).toBe(id)
    expect((await verify(annas, `${url}${ADDRESS}`)).code).toBe(0)
    const DATA_DIR = await temporaryFolder()
    const renewed = await runServerCommand('repair-secrets', ['--new-authorship-key'], {
      ...env,
      DATA_DIR,
    })
    expect([renewed.code, renewed.stderr]).toEqual([
      1,
      expect.stringMatching(/^The key that signs records comes from AUTHORSHIP_KEY, /),
    ])
  })

  test('appears in no response and no log', async () => {
    const AUTHORSHIP_KEY = randomBytes(32).toString('hex')
    const env = { ...database(), JWT_SECRET, AUTHORSHIP_KEY, LOG_LEVEL: 'trace' }
    const server = await startTestServer(env)
    const headers = { apikey: server.anonKey, authorization: `Bearer ${anna.token}` }
    const get = async (query: string) =>
      Buffer.from(
        await (
          await fetch(`${server.url}/functions/v1/authorship?${query}`, { headers })
        ).arrayBuffer(),
      ).toString('latin1')
    const own = `workId=${annas.workId}`
    const responses = [
      await get(own),
      await get(`${own}&texts=true`),
      await get(`${own}&format=pdf`),
      await get(`workId=${randomUUID()}`),
      await (await fetch(`${server.url}${ADDRESS}`)).text(),
    ]
    expect(responses[0]).toContain(signingKeyOf(AUTHORSHIP_KEY).id)
    const places = [...responses, JSON.stringify(server.log), server.console.join('\n')]
    expect(server.log.length).toBeGreaterThan(4)
    const bytes = Buffer.from(AUTHORSHIP_KEY, 'hex')
    const forms = [AUTHORSHIP_KEY, bytes.toString('base64'), bytes.toString('base64url')]
    const leaks = forms.filter((form) => places.some((text) => text.includes(form.slice(0, 20))))
    expect(leaks).toEqual([])
  })
})
