import { describe, expect, test } from 'vitest'
import { readLimit } from '../../../../web/features/admin/limits/read-limit.ts'
import {
  costText,
  currentMonth,
  readMonth,
  shiftMonth,
} from '../../../../web/features/admin/number-text.ts'
import { readPrices } from '../../../../web/features/admin/usage/prices/price-fields.ts'
import { usageCsv } from '../../../../web/features/admin/usage/usage-csv.ts'

/** Reads CSV as RFC 4180 says. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a CSV file', () => {
  test('of usage has plain numbers, and nothing where there is no price', () => {
    const row = {
      generations: 2,
      failures: 1,
      tokens_in: 1_000_000,
      tokens_out: 3,
      tokens_cached: 4,
    }
    const text = usageCsv(
      '2026-11',
      [
        { ...row, user_id: 'a', email: 'anna@example.com', model: 'openai "x", y', cost: 1234.5 },
        { ...row, user_id: 'b', email: null, model: null, cost: 0 },
        { ...row, user_id: null, email: null, model: 'm', cost: null },
      ],
      '€',
    )
    expect(parse(text.slice(1))).toEqual([
      [
        'Month',
        'User',
        'Model',
        'Generations',
        'Failures',
        'Tokens in',
        'Cached tokens in',
        'Tokens out',
        'Estimated cost (€)',
      ],
      ['2026-11', 'anna@example.com', 'openai "x", y', '2', '1', '1000000', '4', '3', '1234.5'],
      ['2026-11', 'Unknown', '', '2', '1', '1000000', '4', '3', '0'],
      ['2026-11', 'Deleted users', 'm', '2', '1', '1000000', '4', '3', ''],
    ])
  })
})

describe('a cost', () => {
  test('has the sign of its currency, or the label after it', () => {
    expect(costText(1234.5, 'USD')).toBe('$1,234.50')
    expect(costText(1234.5, 'credits')).toBe('1,234.50 credits')
  })

  test('that is small is not shown as nothing', () => {
    expect(costText(0.000_42, 'USD')).toBe('$0.0004')
    expect(costText(0.000_42, '€')).toBe('0.0004 €')
    expect(costText(0, 'USD')).toBe('$0.00')
  })
})

describe('prices', () => {
  const read = (input_price: string, output_price: string, cached_price = '') =>
    readPrices({ input_price, output_price, cached_price })

  test('are read with a point or a comma, and may be empty', () => {
    expect(read(' 2.50 ', '10', '0,25')).toEqual({
      input_price: 2.5,
      output_price: 10,
      cached_price: 0.25,
    })
    expect(read('', '')).toEqual({ input_price: null, output_price: null, cached_price: null })
    expect(read('0', '.5')).toEqual({ input_price: 0, output_price: 0.5, cached_price: null })
  })

  test('that are no numbers, or only half of them, are refused', () => {
    for (const bad of '-1 two 1e3 1.2.3 1,000,000 1000001 NaN Infinity .'.split(' ')) {
      expect(read(bad, '1')).toEqual({
        message: expect.stringContaining('Enter a number'),
        names: ['input_price'],
      })
    }
    const message = expect.stringContaining('both')
    expect(read('1', '')).toEqual({ message, names: ['output_price'] })
    expect(read('', '1')).toEqual({ message, names: ['input_price'] })
    expect(read('', '', '1')).toEqual({ message, names: ['input_price', 'output_price'] })
  })
})

test('a limit is a whole number from 0 to 1,000,000', () => {
  expect(['0', ' 7 ', '1000000'].map(readLimit)).toEqual([0, 7, 1_000_000])
  for (const bad of ['', '-1', '1.5', '1e3', '1000001', '0x10', '٣'])
    expect(readLimit(bad)).toBeUndefined()
})

test('months follow each other across years, and an address cannot name one that is to come', () => {
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
  expect(shiftMonth('2025-12', 1)).toBe('2026-01')
  expect(readMonth('2020-02')).toBe('2020-02')
  for (const bad of [null, '', '2020-13', '2020-2', '2999-01', '1999-01', "2020-01'"]) {
    expect(readMonth(bad)).toBe(currentMonth())
  }
})
