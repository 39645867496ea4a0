import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorshipRecord } from '../../../contract/authorship.ts'
import { runLedger } from '../../../scripts/ledger-command/command.ts'
import { signingKeyOf } from '../../../server/common/signing-keys.ts'
import {
  authorshipFixture,
  FOG,
  paste,
  save,
  signedBy,
  type,
  TYPED,
  writtenTo,
} from './authorship-fixture.ts'

const root = path.join(import.meta.dirname, '../../..')

let folder: string
let bare: AuthorshipRecord
let complete: AuthorshipRecord

/** A key of the tests: what it signs was not changed by a stranger, but may still be wrong. */
const operator = signingKeyOf('0f'.repeat(32))
const { id: keyId, publicKey } = operator

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
  bare = signedBy(operator, await fixture.recordOf(anna, { scriptId: id }))
  complete = signedBy(operator, await fixture.recordOf(anna, { scriptId: id, texts: 'true' }))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (content: string) => writtenTo(folder, content)

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
    expect(await verify(content)).toEqual(notVerified('versions[1]', broken(2)))
  })
})

type Change = (copy: AuthorshipRecord) => unknown
const broken = (n: number) =>
  `the chain hash of version ${n} does not fit it and the version before`
const ALTERED = 'something in it was altered'

describe('also found is', () => {
  test.each<[place: string, problem: string, Record<string, Change>]>([
    [
      'versions[1]',
      'version 3 stands where version 2 belongs',
      {
        removed: ({ versions }) => versions.splice(1, 1),
        swapped: ({ versions }) => versions.splice(1, 2, ...versions.slice(1, 3).toReversed()),
      },
    ],
    [
      'versions[1]',
      broken(2),
      {
        'swapped and renumbered': ({ versions }) => {
          const [second, third] = versions.slice(1, 3)
          if (second && third)
            versions.splice(1, 2, { ...third, number: 2 }, { ...second, number: 3 })
        },
      },
    ],
    ['versions', 'there are 3, but 4 were recorded', { removed: ({ versions }) => versions.pop() }],
    ['versions[0]', broken(1), { 'another user': (copy) => (copy.userId = randomUUID()) }],
    [
      'versions[2]',
      ALTERED,
      { 'another label': ({ versions: [, , third] }) => third && (third.label = 'x') },
    ],
    ['script', ALTERED, { 'another title': ({ script }) => script && (script.title = 'x') }],
    ['jobs', ALTERED, { 'another model': ({ jobs: [job] }) => job && (job.model = 'x') }],
    [
      'head',
      ALTERED,
      { 'another time': (copy) => (copy.createdAt = copy.createdAt.replace('2', '3')) },
    ],
    ['spans', ALTERED, { 'one moved': ({ spans: [span] }) => span && (span.end += 1) }],
    ['cut', ALTERED, { 'fewer words': ({ cut }) => (cut.answer += 1) }],
  ])('in %s: %s', async (place, problem, changes) => {
    for (const [what, change] of Object.entries(changes))
      expect({ what, ...(await verifyHere(altered(bare, change))) }).toEqual({
        what,
        ...notVerified(place, problem),
      })
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

  test('a span and a share that the texts do not lead to, even with fitting digests and signature', async () => {
    const refit = (change: Change) =>
      altered(complete, (copy) => {
        change(copy)
        Object.assign(copy, signedBy(operator, copy))
      })
    const problem = 'the texts lead to something else'
    const span = refit(({ spans: [one] }) => one && (one.origin = 'pasted'))
    expect(await verifyHere(span)).toEqual(notVerified('spans[0]', problem))
    const share = refit(
      ({ versions: [one] }) =>
        one && (one.shares = { typed: 0, pasted: one.words, import: 0, answer: 0 }),
    )
    expect(await verifyHere(share)).toEqual(notVerified('versions[0]', problem))
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
