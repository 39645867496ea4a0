import { describe, expect, it } from 'vitest'
import { plainTextOf } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'

const lines = (source: string) => plainTextOf(parse(source)).split('\n')

describe('plain text export', () => {
  it('places elements in their columns, ten characters per inch', () => {
    const source = `INT. HALL - DAY #4#\n\nDust.\n\nMira\n(low)\nHello.\n\n> Cut to:\n\n> END <\n`
    expect(lines(source.replace('Mira', '@Mira'))).toEqual([
      `        4      INT. HALL - DAY${' '.repeat(44)}4`,
      '',
      `${' '.repeat(15)}Dust.`,
      '',
      `${' '.repeat(35)}MIRA`,
      `${' '.repeat(29)}(low)`,
      `${' '.repeat(25)}Hello.`,
      '',
      `${' '.repeat(64)}CUT TO:`,
      '',
      expect.stringMatching(/^ {43,44}END$/),
      '',
    ])
  })

  it('starts every page after the first with a form feed and its number', () => {
    const [first, second] = plainTextOf(parse('One.\n\n===\n\nTwo.\n')).split('\f')
    expect(first).toBe(`${' '.repeat(15)}One.\n`)
    expect(second).toBe(`${' '.repeat(71)}2.\n\n\n${' '.repeat(15)}Two.\n`)
  })

  it('prints dual dialogue side by side', () => {
    const rows = lines('EVA\nNow!\n\nION ^\nNo!\n')
    expect(rows[0]).toBe(`${' '.repeat(28)}EVA${' '.repeat(28)}ION`)
    expect(rows[1]).toMatch(/^ {15}Now! {27,28}No!$/)
  })

  it('is empty for an empty script', () => expect(plainTextOf(parse(''))).toBe(''))
})
