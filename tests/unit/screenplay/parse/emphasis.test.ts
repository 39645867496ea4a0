import { expect, test } from 'vitest'
import { plainText, spansOf } from '../../../../screenplay/model.ts'
import { casesOf } from '../../cases.ts'

/** Renders spans with <b>, <i> and <u>. */
function shown(text: string): string {
  return spansOf(text)
    .map(({ text: inner, bold, italic, underline }) => {
      const marks = [bold && 'b', italic && 'i', underline && 'u'].filter(Boolean).join('')
      return marks ? `<${marks}:${inner}>` : inner
    })
    .join('')
}

test.each(casesOf`
    plain text │ Steel smiles. │ Steel smiles.
    italics │ A *cup* of tea │ A <i:cup> of tea
    bold │ **Bang** │ <b:Bang>
    bold italics │ ***Bang*** │ <bi:Bang>
    underline │ _now_ │ <u:now>
    one inside another │ Steel's face _fills the *Leupold Mark 4* scope_. │ Steel's face <u:fills the ><iu:Leupold Mark 4><u: scope>.
    bold inside underline │ _**BRICK**_ │ <bu:BRICK>
    bold that ends before the italics │ ***a** b* │ <bi:a><i: b>
    two styles next to each other │ **a***b* │ <b:a><i:b>
    within a word │ un*believ*able │ un<i:believ>able
    spaces on the left of both │ He dialed *69 and then *23, and hung up. │ He dialed *69 and then *23, and hung up.
    a space on the left of one │ He dialed *69 and then 23*, and hung up. │ He dialed <i:69 and then 23>, and hung up.
    escaped │ He dialed \\*69 and then 23\\*, and │ He dialed *69 and then 23*, and
    an escaped underscore │ \\_x\\_ │ _x_
    an escaped backslash │ C:\\\\x │ C:\\x
    a backslash before a letter │ C:\\new │ C:\\new
    a lonely mark │ a * b │ a * b
    never closed │ *a │ *a
    a mark before a space opens nothing │ 5 * 3* 2 │ 5 * 3* 2
    a line to fill in │ Name: ______ │ Name: ______
    stars for a break │ * * * │ * * *
    the nearest opening mark │ *a *b* │ *a <i:b>
    not over line breaks │ share *a look.\nBAD.* │ share *a look.\nBAD.*
    each line for itself │ *a*\n*b* │ <i:a>\n<i:b>
    nothing │ "" │ ""
  `)('%s', (_what, text, expected) => expect(shown(text)).toBe(expected))

test('plain text has no emphasis markers', () => expect(plainText('_A **b**_ \\*c')).toBe('A b *c'))
