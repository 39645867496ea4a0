import { expect, test } from 'vitest'
import type { VersionOrigin } from '../../../../contract/authorship.ts'
import { attributed, type Event, historyOf } from './written-history.ts'

const KITCHEN = `INT. KITCHEN - NIGHT

Mara opens the old fridge and stares at the light.

MARA
Nobody told me that you would come back here.
`
const HARBOUR = `EXT. HARBOUR - DAY

Fog rolls over wet planks while three gulls fight about a herring.
`

const typed = (text: string): Event => ({ origin: 'typed', text })
const answered = (text: string, jobId = 'j'): Event => ({ origin: 'answer', text, jobId })

/** A rule, what happened, each a line with its origin, and behind arrows the spans of the last version. */
const RULES = String.raw`
typed text is typed
  typed: Mara waits.
  → 1 typed: Mara waits.
pasted text is pasted
  pasted: Mara waits.
  → 1 pasted: Mara waits.
imported text is imported
  import: Mara waits.
  → 1 import: Mara waits.
an answer names its job
  answer: Mara waits.
  → 1 answer j: Mara waits.
an empty text has no spans
  typed: Mara waits.
  typed: 
  → nothing
text without words is covered too
  typed: --- !
  → null typed: --- !
a person's words in a generated sentence are the person's
  answer: Mara opens the old fridge and stares at the light.
  typed: Mara closes the new fridge and stares at the moon.
  → 1 answer j: Mara | 2 typed: closes | 1 answer j: the | 2 typed: new
  → 1 answer j: fridge and stares at the | 2 typed: moon.
an answer's words in a typed sentence are the answer's
  typed: Mara opens the fridge.
  answer: Mara slowly opens the fridge.
  → 1 typed: Mara | 2 answer j: slowly | 1 typed: opens the fridge.
punctuation, case and apostrophes do not matter
  answer: Mara doesn't wait. The well-known fridge hums.
  typed: MARA DOESN’T WAIT – "the well known _fridge_" hums!
  → 1 answer j: MARA DOESN’T WAIT – "the well known _fridge_" hums!
equal short words of a rewritten passage are a coincidence
  typed: The man walks to the end of a street and waits for the bus in the rain.
  answer: The woman lay in the grass, counting clouds, a hat over the eyes, and dreamt of summer.
  → 1 typed: The
  → 2 answer j: woman lay in the grass, counting clouds, a hat over the eyes, and dreamt of summer.
a longer word that is left of a rewritten passage is kept
  typed: The man walks to the harbour of a town and waits.
  answer: Nobody lay in the grass near our harbour, counting clouds, and dreamt.
  → 2 answer j: Nobody lay in the grass near our | 1 typed: harbour,
  → 2 answer j: counting clouds, and dreamt.
a short line that an answer repeats between lines that it rewrote stays the writer’s
  typed: TOM\nThe old man is on the sea.\n\nANN\nHe is in the fog.\n\nTOM\nSo.\n
  answer: TOM\nNobody saw a boat.\n\nANN\nWe did.\n\nTOM\nSo.\n
  → 1 typed: TOM | 2 answer j: Nobody saw a boat. | 1 typed: ANN | 2 answer j: We did.
  → 1 typed: TOM So.
a short line that an answer moves stays the writer’s
  typed: RUI\n\nThe fridge hums in the dark.\n\nMara listens at the door.\n
  answer: The fridge hums in the dark.\n\nMara listens at the door.\n\nRUI\n
  → 1 typed: The fridge hums in the dark. Mara listens at the door. RUI
every alternative is compared with the text before the answer
  typed: Mara waits.\n\nThe fridge hums.\n
  answer: Nobody is here.\n\nThe fridge hums.\n
  answer: Mara waits.\n\nThe fridge breaks.\n
  → 1 typed: Mara waits. The fridge | 3 answer j: breaks.
words are kept when most of a sentence is cut
  answer: Fog rolls over wet planks while three gulls fight about a herring.
  typed: Fog rolls over the planks.
  → 1 answer j: Fog rolls over | 2 typed: the | 1 answer j: planks.
equal short words of a passage that was replaced by a short one are a coincidence
  typed: Mara. {fog}
  answer: Mara. Nobody is like the man and his.
  → 1 typed: Mara. | 2 answer j: Nobody is like the man and his.
words are kept however much is written around them
  answer: Rain falls.
  typed: A cold and heavy rain that nobody had expected in a month like this suddenly falls on us.
  → 2 typed: A cold and heavy | 1 answer j: rain
  → 2 typed: that nobody had expected in a month like this suddenly | 1 answer j: falls
  → 2 typed: on us.
a moved scene keeps its origin, also when it is typed
  typed: {kitchen}
  answer: {kitchen}\n{harbour}
  typed: {harbour}\n{kitchen}
  → 2 answer j: {harbour} | 1 typed: {kitchen}
a short line that is moved keeps its origin
  answer: Wait a minute.\n\nThe fridge hums in the dark.\n\nMara listens at the door.\n
  typed: The fridge hums in the dark.\n\nMara listens at the door.\n\nWait a minute.\n
  → 1 answer j: The fridge hums in the dark. Mara listens at the door. Wait a minute.
a single word that is typed where another was removed is typed
  answer: RUI\n\nThe fridge hums in the dark.\n\nMara listens at the door.\n
  typed: The fridge hums in the dark.\n\nMara listens at the door.\n\nRUI\n
  → 1 answer j: The fridge hums in the dark. Mara listens at the door. | 2 typed: RUI
a single word that is moved keeps its origin
  answer: RUI\n\nThe fridge hums in the dark.\n\nMara listens at the door.\n
  pasted: The fridge hums in the dark.\n\nMara listens at the door.\n\nRUI\n
  → 1 answer j: The fridge hums in the dark. Mara listens at the door. RUI
lines that end alike keep their origins when they change places
  answer: Nobody saw her.\n\nThe old captain saw her.\n
  typed: Everybody saw her.\n\nThe old captain saw her.\n
  pasted: The old captain saw her.\n\nEverybody saw her.\n
  → 1 answer j: The old captain saw her. | 2 typed: Everybody | 1 answer j: saw her.
a changed line is not mistaken for a moved one
  answer: Nobody saw her.\n\nThe old captain saw her.\n
  typed: Everybody saw her.\n\nThe old captain saw her.\n
  → 2 typed: Everybody | 1 answer j: saw her. The old captain saw her.
restored text keeps the origin it had
  answer: Mara waits.
  typed: Mara sleeps now.
  restore: Mara waits.
  → 1 answer j: Mara waits.
a word that undo brings back has its origin, whatever stands beside it now
  answer: Mara waits outside.
  typed: Rui sits here, outside.
  restore: Rui waits here, outside.
  → 2 typed: Rui | 1 answer j: waits | 2 typed: here, | 1 answer j: outside.
a text that is typed back to what it was keeps its origins
  typed: Mara
  answer: Mara waits.
  typed: Mara
  typed: Mara waits.
  → 1 typed: Mara | 2 answer j: waits.
a merge keeps the origins of both sides
  typed: {kitchen}\n{harbour}
  answer: {kitchen: humming}\n{harbour}
  pasted: {kitchen}\n{harbour: several}
  merge: {kitchen: humming}\n{harbour: several}
  → 1 typed: INT. KITCHEN - NIGHT Mara opens the | 2 answer j: humming
  → 1 typed: fridge and stares at the light. MARA Nobody told me that you would come back here. EXT. HARBOUR - DAY Fog rolls over wet planks while
  → 3 pasted: several | 1 typed: gulls fight about a herring.
what a writer decided in a merge is typed
  typed: Mara waits.
  merge: Mara waits outside.
  → 1 typed: Mara waits | 2 typed: outside.
pasted text of an older version keeps its origin
  answer: {harbour}
  typed: Mara
  pasted: Mara\n\nFog rolls over wet planks.
  → 2 typed: Mara | 1 answer j: Fog rolls over wet planks.
pasted text of an answer that was never applied is the answer’s
  typed: Mara
  chat k: Try this:\n\n{harbour}
  pasted: Mara\n\nFog rolls over wet planks.
  → 1 typed: Mara | 2 answer k: Fog rolls over wet planks.
three pasted words that an answer also has are pasted
  typed: Mara
  chat k: {harbour}
  pasted: Mara\n\nFog rolls over.
  → 1 typed: Mara | 2 pasted: Fog rolls over.
text that was pasted before the answer is pasted
  pasted: Fog rolls over wet planks.
  chat k: {harbour}
  → 1 pasted: Fog rolls over wet planks.
text of an answer that is in the text already keeps its version when it is moved
  chat k: {harbour}
  pasted: Fog rolls over wet planks.\n
  typed: Fog rolls over wet planks.\n\nNobody told me that you would come back.\n
  pasted: Nobody told me that you would come back.\n\nFog rolls over wet planks.\n
  → 2 typed: Nobody told me that you would come back. | 1 answer k: Fog rolls over wet planks.
seven typed words that an answer also has are typed
  typed: Mara
  chat k: {harbour}
  typed: Mara\n\nFog rolls over wet planks while three
  → 1 typed: Mara | 2 typed: Fog rolls over wet planks while three
eight typed words in a row that an answer also has are the answer’s
  typed: Mara
  chat k: {harbour}
  typed: Mara\n\nFog rolls over wet planks while three gulls
  → 1 typed: Mara | 2 answer k: Fog rolls over wet planks while three gulls
each character is a word where words are not spaced
  answer: 彼女は待つ。
  typed: 彼女も待つ。
  → 1 answer j: 彼女 | 2 typed: も | 1 answer j: 待つ。
`

const TEXTS: Record<string, string> = {
  kitchen: KITCHEN,
  'kitchen: humming': KITCHEN.replace('old', 'humming'),
  harbour: HARBOUR,
  'harbour: several': HARBOUR.replace('three', 'several'),
  fog: 'The fog is on the sea and in the town. '.repeat(8),
}
const textIn = (line: string) =>
  line.replaceAll(/\{(.*?)\}/g, (_, name) => TEXTS[name] ?? '').replaceAll(String.raw`\n`, '\n')

function eventIn(line: string): Event {
  const [, origin = '', jobId = 'j', text = ''] =
    /^ {2}(\w+)(?: (\w))?: (.*)$/.exec(line) ?? line.split(': ')
  if (origin === 'chat') return { answer: textIn(text), jobId }
  const version = { origin: origin as VersionOrigin, text: textIn(text) }
  return origin === 'answer' ? { ...version, jobId } : version
}

const rules = RULES.trim()
  .split(/\n(?=\S)/)
  .map((rule): [string, Event[], string[]] => {
    const [title = '', ...lines] = rule.split('\n')
    const spans = lines.filter((line) => line.startsWith('  →')).map((line) => line.slice(4))
    const expected = spans
      .join(' | ')
      .split(' | ')
      .map((span) => textIn(span).replaceAll(/\s+/g, ' ').trim())
    return [title, lines.slice(0, -spans.length).map(eventIn), expected]
  })

test.each(rules)('who wrote a word: %s', (_, events, expected) =>
  expect(attributed(events).length === 0 ? ['nothing'] : attributed(events)).toEqual(expected),
)

test('the words of every version are counted by origin', () => {
  const history = historyOf([
    typed('Mara waits.'),
    answered('Mara waits at the door.'),
    { origin: 'restore', text: 'Mara waits.' },
  ])
  expect(history.past.map(({ words, shares }) => [words, shares.typed, shares.answer])).toEqual([
    [2, 2, 0],
    [5, 2, 3],
    [2, 2, 0],
  ])
})
