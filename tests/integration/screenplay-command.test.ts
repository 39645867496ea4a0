import { execFile } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../scripts/screenplay-command/command.ts'
import type { PageReport } from '../../scripts/screenplay-command/page-report.ts'
import type { Statistics } from '../../screenplay/model.ts'

const root = path.join(import.meta.dirname, '../..')
const sample = path.join(root, 'tests/scripts/the-night-ferry.fountain')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'script-writer-screenplay-'))
  await copyFile(sample, path.join(folder, 'ferry.fountain'))
})
afterAll(() => rm(folder, { recursive: true }))

type Outcome = { code: number; output: string; errors: string }

function run(command: string, args: string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 1e8 }, (error, output, errors) => {
      resolve({ code: error ? Number(error.code) : 0, output, errors })
    })
  })
}

function screenplay(...args: string[]): Promise<Outcome> {
  return run(process.execPath, [path.join(root, 'scripts/run.js'), 'screenplay', ...args], folder)
}

/** Runs the command in this process: a new process for each call would take a hundred times as long. */
function directly(...args: string[]): Promise<Outcome> {
  return runCommand(args.map((word) => (/\./.test(word) ? path.join(folder, word) : word)))
}

function inFolder(name: string): Promise<Buffer> {
  return readFile(path.join(folder, name))
}

test('npm runs it, on files named from where npm was called, and nothing but JSON is printed', async () => {
  const call = ['--prefix', root, 'run', '-s', 'screenplay', '--', 'pages', 'ferry.fountain']
  const { code, output, errors } = await run('npm', call, folder)
  expect({ code, errors: errors.replace(/^npm warn .*\n/gm, '') }).toEqual({ code: 0, errors: '' })
  const report = JSON.parse(output) as PageReport
  expect(report).toMatchObject({ pageCount: 7, titlePageCount: 1, paper: 'letter' })
  expect(report.pages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(report.pages[0]?.first).toBe('FADE IN:')
  expect(report.pages.at(-1)?.last).toBe('THE END')
})

test('a script is printed on its own paper unless another one is asked for', async () => {
  const script = (await inFolder('ferry.fountain')).toString()
  await writeFile(path.join(folder, 'european.fountain'), `Page Setup: a4\n${script}`)
  await writeFile(path.join(folder, 'small.fountain'), `Page Setup: paper 8 x 10\n${script}`)
  const reportOf = async (...args: string[]) =>
    JSON.parse((await directly('pages', ...args)).output) as PageReport
  const [letter, a4] = [await reportOf('ferry.fountain'), await reportOf('european.fountain')]
  expect([letter.paper, a4.paper]).toEqual(['letter', 'a4'])
  expect(a4.pages[0]?.last).not.toBe(letter.pages[0]?.last)
  expect(await reportOf('ferry.fountain', '--paper', 'a4')).toEqual(a4)
  expect(await reportOf('european.fountain', '--paper', 'letter')).toEqual(letter)
  expect((await reportOf('small.fountain')).paper).toBe('8 x 10 in')
})

test('stats tell scenes, words and speakers', async () => {
  const { code, output } = await directly('stats', 'ferry.fountain')
  expect(code).toBe(0)
  const told = JSON.parse(output) as Statistics
  expect(told.pages).toBe(7)
  expect(told.sceneList[0]).toMatchObject({ heading: 'EXT. HARBOUR - PIRAEUS - NIGHT', page: 1 })
  expect(told.characters.map(({ name }) => name)).toContain('ЛЕВ')
})

test('a Fountain file is copied byte for byte, whatever its encoding', async () => {
  const bytes = Buffer.from('\uFEFFINT. BAR - DAY\r\n\r\n\tJO\r\n\tCaf\u00e9.\r\n', 'utf16le')
  await writeFile(path.join(folder, 'odd.fountain'), bytes)
  expect((await directly('convert', 'odd.fountain', 'copy.fountain')).code).toBe(0)
  expect(await inFolder('copy.fountain')).toEqual(bytes)
})

test.each([
  ['fdx', '<?xml'],
  ['docx', 'PK'],
  ['pdf', '%PDF-'],
  ['txt', ' '],
])('a script becomes .%s and comes back with its speakers', async (extension, start) => {
  const converted = await directly('convert', 'ferry.fountain', `ferry.${extension}`)
  expect(converted).toEqual({ code: 0, output: '', errors: '' })
  expect((await inFolder(`ferry.${extension}`)).toString('latin1')).toMatch(
    new RegExp(`^\\W*${start.trim()}`),
  )
  await directly('convert', `ferry.${extension}`, `back-${extension}.fountain`)
  const { output } = await directly('stats', `back-${extension}.fountain`)
  const names = (JSON.parse(output) as Statistics).characters.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['MARTA', 'ΕΛΕΝΗ', 'ЛЕВ', 'ΣΤΑΥΡΟΣ', 'PARROT']))
})

test('a text whose encoding cannot be told needs its name', async () => {
  const bytes = Uint8Array.from([0xcc, 0xe0, 0xf0, 0xe8, 0xff])
  await writeFile(path.join(folder, 'name.txt'), bytes)
  const asked = await directly('convert', 'name.txt', 'name.fountain')
  expect(asked).toMatchObject({ code: 1, errors: expect.stringContaining('--encoding') })
  const wrong = await directly('convert', 'name.txt', 'name.fountain', '--encoding', 'klingon')
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('Unknown encoding') })
  const told = ['convert', 'name.txt', 'name.fountain', '--encoding', 'windows-1251']
  expect(await directly(...told)).toMatchObject({ code: 0 })
  expect(String(await inFolder('name.fountain'))).toBe('Мария')
})

test('the exit code reaches the caller', async () => {
  // Not 1, the exit code of any uncaught error.
  expect((await screenplay('pages')).code).toBe(2)
})

describe('bad input gets one sentence, an exit code and changes nothing', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 20 },
    (_, n) => `<!ENTITY a${n} "${`&a${n ? n - 1 : ''};`.repeat(10)}">`,
  ).join('')}]><FinalDraft><Content>&a19;</Content></FinalDraft>`

  beforeAll(async () => {
    await writeFile(path.join(folder, 'bomb.fdx'), bomb)
    await writeFile(path.join(folder, 'cut.docx'), Buffer.from('PK\u0003\u0004 and no more'))
    await writeFile(path.join(folder, 'picture.fountain'), Buffer.from([0, 1, 2, 3, 0, 255, 0, 9]))
    await writeFile(path.join(folder, 'empty.fountain'), '')
    await mkdir(path.join(folder, 'folder.fountain'))
    await writeFile(path.join(folder, 'huge.fountain'), '')
    await truncate(path.join(folder, 'huge.fountain'), 60 * 1024 * 1024)
  })

  test.each<[string, string[], number, RegExp]>([
    ['a missing file', ['convert', 'nowhere.fountain', 'x.pdf'], 1, /file not found/],
    ['a folder', ['pages', 'folder.fountain'], 1, /it is a folder/],
    ['a file without an extension', ['pages', '.fountain'], 2, /use the extension/],
    ['an unsupported input format', ['pages', 'ferry.odt'], 2, /use the extension \.fountain/],
    [
      'an unsupported output format',
      ['convert', 'ferry.fountain', 'x.odt'],
      2,
      /use the extension \.fountain/,
    ],
    ['a missing folder', ['convert', 'ferry.fountain', 'nowhere/x.pdf'], 1, /folder not found/],
    ['an empty file', ['pages', 'empty.fountain'], 1, /it is empty/],
    ['a huge file', ['pages', 'huge.fountain'], 1, /larger than 50 MB/],
    ['an image', ['convert', 'picture.fountain', 'x.pdf'], 1, /does not match the extension/],
    ['entity expansion', ['convert', 'bomb.fdx', 'x.pdf'], 1, /Cannot read .*: it contains/],
    ['a truncated document', ['convert', 'cut.docx', 'x.pdf'], 1, /Cannot read .*: it is damaged/],
    ['no command', [], 2, /convert IN OUT/],
    ['an unknown command', ['print', 'ferry.fountain'], 2, /convert IN OUT/],
    ['too many files', ['pages', 'ferry.fountain', 'x'], 2, /convert IN OUT/],
    ['an unknown option', ['pages', 'ferry.fountain', '--size=9'], 2, /--size/],
    ['an unknown paper', ['pages', 'ferry.fountain', '--paper', 'b5'], 2, /letter or a4/],
  ])('%s', async (_what, args, code, sentence) => {
    const before = await readdir(folder)
    const outcome = await directly(...args)
    expect(outcome).toMatchObject({ code, output: '' })
    expect(outcome.errors).toMatch(sentence)
    expect(outcome.errors).not.toMatch(/^\s+at /m)
    expect(await readdir(folder)).toEqual(before)
  })
})
