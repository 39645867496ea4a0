import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainProse, Prose } from '../../../web/features/chat/answers/prose.tsx'

/** The elements without their classes. */
const shown = (text: string) =>
  renderToStaticMarkup(<Prose text={text} end={null} />).replaceAll(/ (?:class|dir)="[^"]*"/g, '')

test.each([
  [
    'A **dark** and *wet* __night__ of _fog_.',
    'A <strong>dark</strong> and <em>wet</em> <strong>night</strong> of <em>fog</em>.',
  ],
  ['***Both***', '<strong><em>Both</em></strong>'],
  ['Call `a_b(*c*)` in my_file_name.', 'Call <code>a_b(*c*)</code> in my_file_name.'],
  ['2 * 3 * 4, and **not closed', '2 * 3 * 4, and **not closed'],
  ['One line\nand the next', 'One line\nand the next'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[Here](javascript:alert%281%29)', 'Here (javascript:alert%281%29)'],
])('a paragraph is formatted: %j', (text, inside) => expect(shown(text)).toBe(`<p>${inside}</p>`))

test.each([
  ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
  ['## What changed\nThe end.', '<p>What changed</p><p>The end.</p>'],
  ['So:\n- one\n- two\n\nDone.', '<p>So:</p><ul><li>one</li><li>two</li></ul><p>Done.</p>'],
  ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
  [
    '- one\n  more of it\n  1. below\n- two',
    '<ul><li>one\nmore of it<ol start="1"><li>below</li></ol></li><li>two</li></ul>',
  ],
  ['```\n- *not* a list\n```\nDone.', '<pre><code>- *not* a list</code></pre><p>Done.</p>'],
  ['```js\nstill being written', '<pre><code>still being written</code></pre>'],
])('blocks are told apart: %j', (text, markup) => expect(shown(text)).toBe(markup))

test('what is spoken has no markup', () =>
  expect(plainProse('# Done\n\nI made it **darker**:\n\n- `one`\n- [two](https://x.example)')).toBe(
    'Done\n\nI made it darker:\n\none\ntwo (https://x.example)',
  ))

test('the cursor stands behind the last word, also in a list', () => {
  const end = <i />
  expect(renderToStaticMarkup(<Prose text={'- one\n- two'} end={end} />)).toContain(
    'two<i></i></li>',
  )
  expect(renderToStaticMarkup(<Prose text="One." end={end} />)).toContain('One.<i></i></p>')
})

test.each(['*', '_', '`', '[', '](', '[a](b', '- ', '  - a\n', '# ', '__a', '```\n', '\n'])(
  'the time does not grow with the square of the length: %j',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const started = process.threadCpuUsage()
    plainProse(text)
    const { user, system } = process.threadCpuUsage(started)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  },
)
