import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml, readXml, ImportFailure } from '../../../../screenplay/formats.ts'
import { runs } from '../../../support/rounds.ts'
import { forAny } from '../../../support/any-input.ts'

const refused = (code: string) => expect.objectContaining({ code })

describe('readXml', () => {
  it('reads elements, attributes, text, comments and CDATA', () =>
    expect(
      readXml(
        `\ufeff<?xml version="1.0"?>\n<!-- one --><a b="1 &lt; 2" c='"'>x<!-- <d> --><d/><![CDATA[<&>]]> y</a >\n`,
      ),
    ).toEqual({
      name: 'a',
      attributes: { b: '1 < 2', c: '"' },
      children: ['x', { name: 'd', attributes: {}, children: [] }, '<&>', ' y'],
    }))

  it('rejects a document that declares entities', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>`
    expect(() => readXml(bomb)).toThrow(refused('unsafe'))
    const external = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`
    expect(() => readXml(external)).toThrow(refused('unsafe'))
  })

  it('keeps unknown entities and skips a DOCTYPE', () =>
    expect(readXml('<!DOCTYPE a SYSTEM "a.dtd"><a>&y;</a>').children).toEqual(['&y;']))

  it('rejects excessive depth and size', () => {
    expect(() => readXml('<a>'.repeat(100_000))).toThrow(refused('unsafe'))
    expect(() => readXml(`<a>${'<b/>'.repeat(500_001)}</a>`)).toThrow(refused('too-complex'))
  })

  it.each([
    ['nothing', ''],
    ['text alone', 'words'],
    ['an open element', '<a><b></b>'],
    ['crossed elements', '<a><b></a></b>'],
    ['a second root', '<a/><b/>'],
    ['an end without a start', '</a>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['a tag cut short', '<a b="c'],
    ['a comment cut short', '<a><!-- '],
  ])('rejects %s as damaged', (_what, source) =>
    expect(() => readXml(source)).toThrow(refused('damaged')),
  )

  it(
    'returns any escaped text',
    forAny('xml-reading', fc.string({ unit: 'grapheme' }), (text) => {
      const { attributes, children } = readXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)
      expect(attributes['b']).toBe(text)
      expect(children).toEqual(text === '' ? [] : [text])
    }),
  )

  it('throws only ImportFailure for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'< > </ /> <a <! <!-- --> <![CDATA[ ]]> & ; ="'.split(' ')),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const attempt = () => {
          try {
            return readXml(pieces.join('')).name.length > 0
          } catch (error) {
            return error instanceof ImportFailure
          }
        }
        expect(attempt()).toBe(true)
      }),
      runs('xml-reading'),
    )
  })
})
