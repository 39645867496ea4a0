import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorshipRecord } from '../../../contract/authorship.ts'
import { digestsOf, signedText } from '../../../screenplay/authorship.ts'
import { runLedger } from '../../../scripts/ledger-command/command.ts'
import { signatureOf, signingKeyOf } from '../../../server/common/signing-keys.ts'
import { sha256 } from '../versions/text-fixture.ts'
import { authorshipFixture, paste, save, type } from './authorship-fixture.ts'

const root = path.join(import.meta.dirname, '../../..')
const TYPED = 'INT. BOAT HOUSE - NIGHT\n\nMara waits.\n'
const FOG = 'Fog rolls over wet planks while three gulls fight about a herring.'

let folder: string
let bare: AuthorshipRecord
let complete: AuthorshipRecord

/** A key of the tests: what it signs was not changed by a stranger, but may still be wrong. */
const operator = signingKeyOf('0f'.repeat(32))
const { id: keyId, publicKey } = operator

const signed = (record: AuthorshipRecord): AuthorshipRecord => {
  const digests = digestsOf(record, sha256)
  const value = signatureOf(signedText(digests), operator)
  return { ...record, digests, signature: { keyId, publicKey, value } }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'script-writer-ledger-'))
  const fixture = await authorshipFixture()
  const anna = await fixture.person('anna')
  const work = randomUUID()
  await type(anna, work, TYPED)
  const { job } = await fixture.answer(anna, work, FOG)
  await fixture.apply(work, job, `${TYPED}\n${FOG}\n`)
  await type(anna, work, `${TYPED}\n${FOG.replace('three', 'several')}\n`)
  await fixture.answer(anna, work, 'Rui counts the boats that never came home.')
  await paste(anna, work, `${TYPED}\n${FOG}\n\nRui counts the boats.\n`)
  const { id } = await save(anna, work)
  await type(anna, work, `${TYPED}\n${FOG}\n\nRui counts the boats twice.\n`)
  bare = signed(await fixture.recordOf(anna, { scriptId: id }))
  complete = signed(await fixture.recordOf(anna, { scriptId: id, texts: 'true' }))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: string): Promise<string> {
  const name = path.join(folder, `${randomUUID()}.json`)
  await writeFile(name, content)
  return name
}

type Outcome = { code: number; output: string; errors: string }

/** The real command, in a process of its own. */
async function verify(content: string): Promise<Outcome> {
  const command = [path.join(root, 'scripts/run.js'), 'ledger', 'verify', await file(content)]
  const args = [...command, '--key', publicKey]
  return new Promise((resolve) => {
    // Without any settings, so that neither a database nor a server is available.
    execFile(process.execPath, args, { cwd: folder, env: {} }, (error, output, errors) => {
      resolve({ code: error ? Number(error.code) : 0, output, errors })
    })
  })
}

/** Runs the command in this process: a new process for each case would take much longer. */
const verifyHere = async (content: string) =>
  runLedger(['verify', await file(content), '--key', publicKey])

const altered = (record: AuthorshipRecord, change: (copy: AuthorshipRecord) => void): string => {
  const copy = structuredClone(record)
  change(copy)
  return JSON.stringify(copy)
}

const notVerified = (place: string, problem: string) => ({
  code: 1,
  output: '',
  errors: `NOT verified. ${place}: ${problem}.\n`,
})

describe('the command', () => {
  test('verifies a record without and with texts', async () => {
    const { chain_hash } = bare.versions.at(-1) ?? {}
    expect(await verify(JSON.stringify(bare))).toEqual({
      code: 0,
      output: [
        'Verified: "The Boats"',
        `  signed with the key ${keyId}, the given one`,
        '  4 versions, numbered without gaps; the hash chain is intact',
        `  chain hash ${chain_hash}`,
        '  no texts in this record, so the spans were not computed again\n',
      ].join('\n'),
      errors: '',
    })
    const { code, output } = await verifyHere(JSON.stringify(complete))
    expect(code).toBe(0)
    expect(output).toContain('  all texts match their hashes: 7\n  4 spans computed again')
  })

  test('names the version that has one byte altered', async () => {
    const { text_hash = '' } = bare.versions[1] ?? {}
    const other = text_hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    const content = JSON.stringify(bare).replace(text_hash, other)
    expect(await verify(content)).toEqual(
      notVerified(
        'versions[1]',
        'the chain hash of version 2 does not fit it and the version before',
      ),
    )
  })
})

describe('also found is', () => {
  const ALTERED = 'something in it was altered'
  const cases: [
    what: string,
    change: (copy: AuthorshipRecord) => unknown,
    place: string,
    problem: string,
  ][] = [
    [
      'a version removed',
      ({ versions }) => versions.splice(1, 1),
      'versions[1]',
      'version 3 stands where version 2 belongs',
    ],
    [
      'two versions swapped',
      ({ versions }) => versions.splice(1, 2, ...versions.slice(1, 3).toReversed()),
      'versions[1]',
      'version 3 stands where version 2 belongs',
    ],
    [
      'two versions that were swapped and renumbered',
      ({ versions }) => {
        const [first, second, third] = versions.splice(0, 3)
        if (first && second && third) {
          versions.unshift(first, { ...third, number: 2 }, { ...second, number: 3 })
        }
      },
      'versions[1]',
      'the chain hash of version 2 does not fit it and the version before',
    ],
    [
      'the last version removed',
      ({ versions }) => versions.pop(),
      'versions',
      'there are 3, but 4 were recorded',
    ],
    [
      'another user',
      (copy) => (copy.userId = randomUUID()),
      'versions[0]',
      'the chain hash of version 1 does not fit it and the version before',
    ],
    [
      'another label',
      ({ versions: [, , third] }) => third && (third.label = 'x'),
      'versions[2]',
      ALTERED,
    ],
    ['another title', ({ script }) => script && (script.title = 'x'), 'script', ALTERED],
    ['another model', ({ jobs: [job] }) => job && (job.model = 'x'), 'jobs', ALTERED],
    [
      'another time of the record',
      (copy) => (copy.createdAt = copy.createdAt.replace('2', '3')),
      'head',
      ALTERED,
    ],
    ['a span moved', ({ spans: [span] }) => span && (span.end += 1), 'spans', ALTERED],
    ['fewer words cut', ({ cut }) => (cut.answer += 1), 'cut', ALTERED],
  ]
  test.each(cases)('%s', async (_, change, place, problem) => {
    expect(await verifyHere(altered(bare, change))).toEqual(notVerified(place, problem))
  })

  test('a text with one byte altered, and one that is missing', async () => {
    const content = JSON.stringify(complete).replace('Mara waits', 'Mara Waits')
    expect(await verifyHere(content)).toEqual(
      notVerified('versions[0]', 'its text does not match its hash'),
    )
    const missing = altered(complete, ({ versions: [, second], texts }) => {
      if (texts && second) delete texts.byHash[second.text_hash]
    })
    expect(await verifyHere(missing)).toEqual(notVerified('versions[1]', 'its text is missing'))
  })

  test.each([
    [
      'a span that the texts do not lead to',
      (copy: AuthorshipRecord) => {
        const [span] = copy.spans
        if (span) span.origin = 'pasted'
      },
      'spans[0]',
    ],
    [
      'a share that the texts do not lead to',
      ({ versions: [first] }: AuthorshipRecord) => {
        if (first) first.shares = { typed: 0, pasted: first.words, import: 0, answer: 0 }
      },
      'versions[0]',
    ],
  ] as const)('%s, even with fitting digests and signature', async (_, change, place) => {
    const content = altered(complete, (copy) => {
      change(copy)
      Object.assign(copy, signed(copy))
    })
    expect(await verifyHere(content)).toEqual(
      notVerified(place, 'the texts lead to something else'),
    )
  })
})

describe('refused in one sentence is', () => {
  test.each([
    ['not JSON', 'FADE IN:', / is not JSON: .*\.\n$/],
    ['an empty file', '', / is not JSON: .*\.\n$/],
    ['another JSON', '{"format":"x"}', / is not an authorship record\.\n$/],
    ['null', 'null', / is not an authorship record\.\n$/],
    ['deep nesting', '['.repeat(2_000_000), / is not JSON: .*\.\n$/],
    [
      'closed deep nesting',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      / is not an authorship record\.\n$/,
    ],
  ])('%s', async (_, content, sentence) => {
    const { code, output, errors } = await verifyHere(content)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  test('a wrong type, a field too many and a deep value', async () => {
    const deep = `"script":${'{"a":'.repeat(99_999)}1${'}'.repeat(99_999)}`
    const withDeep = JSON.stringify({ ...bare, script: null }).replace('"script":null', deep)
    for (const [content, place] of [
      [JSON.stringify({ ...bare, spans: 7 }), 'spans'],
      [JSON.stringify({ ...bare, more: 1 }), 'the record'],
      [withDeep, 'script.id'],
    ] as const)
      expect(await verifyHere(content)).toEqual(
        notVerified(place, 'this is not what the format says'),
      )
  })

  test('a file of 200 MB', async () => {
    const name = path.join(folder, 'large.json')
    const large = await open(name, 'w')
    await large.truncate(200 * 1024 * 1024)
    await large.close()
    expect(await runLedger(['verify', name])).toEqual({
      code: 1,
      output: '',
      errors: `${name} is larger than 100 MB: this is not a record.\n`,
    })
  })

  test('a file that is not there, and wrong usage', async () => {
    expect((await runLedger(['verify', path.join(folder, 'none')])).errors).toMatch(
      /file not found/,
    )
    expect((await runLedger(['check'])).code).toBe(2)
  })
})
