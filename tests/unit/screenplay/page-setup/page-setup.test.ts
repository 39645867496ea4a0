import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  layout,
  type Alignment,
  defaultFormats,
  defaultSetup,
  type Format,
  type FormattedType,
  formattedTypes,
  formatOf,
  type Leading,
  type PageSetup,
  pageSetupEntry,
  type PaperSize,
  type PresetName,
  presets,
  readPageSetup,
  setPageSetup,
  type Spacing,
  type StyleName,
  writePageSetup,
} from '../../../../screenplay/layout.ts'
import { previewOf, parse, titleEntries } from '../../../../screenplay/model.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

const SCRIPT = 'Title: Brick\nAuthor: One\n\nINT. BAR - DAY\n\nHe waits.\n'

const setupOf = (...lines: string[]) =>
  readPageSetup(parse(`Title: X\nPage Setup:\n${lines.map((line) => `    ${line}\n`).join('')}`))

test('a script without the key has the default setup, which needs no key', () => {
  expect(readPageSetup(parse(SCRIPT))).toEqual(defaultSetup)
  expect(writePageSetup(SCRIPT, defaultSetup)).toBe(SCRIPT)
  expect(pageSetupEntry(defaultSetup)).toBeUndefined()
})

test.each<[string, PageSetup, string]>([
  ['a preset', presets['multi-camera'], 'multi-camera'],
  ['a paper', presets.a4, 'a4'],
  ['another paper', { ...defaultSetup, paper: { width: 8.5, height: 14 } }, 'paper 8.5 x 14'],
  [
    'a preset and what differs from it',
    {
      ...presets['multi-camera'],
      paper: 'a4',
      formats: {
        ...presets['multi-camera'].formats,
        dialogue: { ...presets['multi-camera'].formats.dialogue, rightIndent: 5.75 },
      },
    },
    'multi-camera; a4; dialogue right 5.75',
  ],
  [
    'what differs from the default',
    {
      ...defaultSetup,
      leading: 'very-tight',
      formats: { 'scene-heading': { spaceBefore: 12, style: ['bold', 'capitals'] } },
    },
    'leading very tight; scene heading before 12 style bold+capitals',
  ],
  [
    'continueds',
    { ...defaultSetup, automaticContinueds: false, moreText: '(more; "still")' },
    String.raw`no continueds; more "(more; \"still\")"`,
  ],
])('%s is one entry of the title page', (_, setup, value) => {
  const text = writePageSetup(SCRIPT, setup)
  expect(text).toBe(SCRIPT.replace('One\n', `One\nPage Setup: ${value}\n`))
  expect(readPageSetup(parse(text))).toEqual(setup)
  expect(writePageSetup(text, defaultSetup)).toBe(SCRIPT)
})

test('many settings are written one below the other', () => {
  const text = writePageSetup(SCRIPT, {
    ...defaultSetup,
    formats: {
      action: { leftIndent: 2, rightIndent: 7, firstIndent: 0.5, spacing: 1.5 },
      dialogue: { leftIndent: 2, alignment: 'center', startsNewPage: true, style: ['italic'] },
    },
    breaksSentences: false,
  })
  expect(text).toContain(
    [
      'Page Setup:',
      '    action left 2 right 7 first 0.5 spacing 1.5',
      '    dialogue left 2 align center new-page yes style italic',
      '    no sentence breaks',
    ].join('\n'),
  )
})

test('a script without a title page gets none', () => {
  const text = writePageSetup('INT. BAR - DAY\n', presets.a4)
  expect(text).toBe('Page Setup: a4\n\nINT. BAR - DAY\n')
  expect(parse(text).elements.map((element) => element.type)).toEqual(['scene-heading'])
  expect(layout(parse(text)).titlePages).toEqual([])
  expect(writePageSetup(text, defaultSetup)).toBe('INT. BAR - DAY\n')
})

test('the setup is not printed', () => {
  const text = writePageSetup(SCRIPT, presets['multi-camera'])
  expect(JSON.stringify(layout(parse(text)).titlePages)).not.toContain('multi-camera')
  expect(titleEntries(parse(text)).map(({ key }) => key)).toEqual(['Title', 'Author'])
  expect(previewOf(writePageSetup('Title: Brick\n', presets.a4), false)).toBe('Brick')
})

test.each<PresetName>(['screenplay', 'multi-camera', 'a4'])('the preset %s has a name', (name) =>
  expect(setupOf(name)).toEqual(presets[name]),
)

test('a setup is set with one small edit', () => {
  const text = writePageSetup(SCRIPT, presets.a4)
  const [splice, ...more] = setPageSetup(parse(text), presets['multi-camera'])
  expect(more).toEqual([])
  expect(splice?.text).toContain('multi-camera')
  expect(setPageSetup(parse(text), presets.a4)).toEqual([])
})

test('an override can restore what a preset changes', () => {
  const setup = setupOf('multi-camera', 'dialogue left 2.5 spacing 1', 'action style plain')
  expect(setup.formats.dialogue).toBeUndefined()
  expect(formatOf(setup, 'dialogue')).toEqual(defaultFormats.dialogue)
  expect(formatOf(setup, 'action').style).toEqual([])
  expect(formatOf(setup, 'scene-heading').spaceBefore).toBe(12)
})

test.each([
  ['unknown words', ['landscape', 'dialogue wide 3', 'opera left 2', 'constructor', '__proto__']],
  ['numbers that are none', ['dialogue left NaN right Infinity', 'paper 1e9 x 3', 'margins top -']],
  ['values that are none', ['dialogue spacing 3 align up style huge', 'leading none', 'margins']],
  ['a column without width', ['dialogue left 6 right 2']],
  ['no value', []],
  ['only separators', [';;;', '"', '";"']],
  ['very long values', ['dialogue left 2;'.repeat(10_000)]],
])('%s leave the default', (_, lines) => expect(setupOf(...lines)).toEqual(defaultSetup))

test('numbers out of bounds are clamped', () => {
  const setup = setupOf(
    'paper 99999 x 1',
    'margins top 900 bottom -3',
    'action before 99999 right 900',
  )
  expect(setup.paper).toEqual({ width: 30, height: 3 })
  expect(setup.margins).toMatchObject({ top: 0.5, bottom: 0.5 })
  expect(setup.formats.action).toEqual({ spaceBefore: 720, rightIndent: 20 })
})

const inches = fc.double({ min: 0, max: 9, noNaN: true })

const anyFormat: fc.Arbitrary<Partial<Format>> = fc.record(
  {
    leftIndent: inches,
    rightIndent: inches,
    firstIndent: fc.double({ min: -2, max: 2 }),
    spaceBefore: fc.double(),
    spacing: fc.constantFrom<Spacing>(1, 1.5, 2),
    alignment: fc.constantFrom<Alignment>('left', 'center', 'right'),
    startsNewPage: fc.boolean(),
    style: fc.subarray<StyleName>(['bold', 'italic', 'underline', 'capitals']),
  },
  { requiredKeys: [] },
)

const anyPaper = fc.oneof(
  fc.constantFrom<PaperSize>('letter', 'a4'),
  fc.record({ width: inches, height: inches }),
)

const anySetup: fc.Arbitrary<PageSetup> = fc.record({
  paper: anyPaper,
  margins: fc.record({ top: inches, bottom: inches, header: inches, footer: inches }),
  leading: fc.constantFrom<Leading>('loose', 'normal', 'tight', 'very-tight'),
  formats: fc.dictionary(fc.constantFrom<FormattedType>(...formattedTypes), anyFormat),
  breaksSentences: fc.boolean(),
  automaticContinueds: fc.boolean(),
  moreText: fc.string(),
  continuedText: fc.string(),
})

test(
  'whatever was set is read again',
  forAny('title-page-entries', anyText, anySetup, (source, setup) => {
    const text = writePageSetup(source, setup)
    const read = readPageSetup(parse(text))
    expect(writePageSetup(text, read)).toBe(text)
    expect(readPageSetup({ titlePage: [pageSetupEntry(setup) ?? []].flat() })).toEqual(read)
  }),
)

test(
  'no text breaks it',
  forAny('title-page-entries', fc.array(fc.string()), (values) => {
    const setup = readPageSetup({ titlePage: [{ key: 'page setup', values }] })
    expect(setup.margins.top).toBeGreaterThanOrEqual(0)
  }),
)
