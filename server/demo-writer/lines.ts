/**
 * {A} and {B} are the characters, {place} and {thing} come from the request, and so does {quote} where there is
 * one. No line uses a pronoun for a character.
 */
export const images = {
  inside: [
    'A clock that has stopped. A lamp that has not.',
    'Rain works at the window. Nothing else in here works.',
    'A row of coat hooks. A single coat, still dripping.',
  ],
  outside: [
    'Long shadows. Longer silences.',
    'The wind has opinions.',
    'A single line of footprints. It stops.',
    'The horizon has been drawn with a ruler.',
  ],
}

export const arrivals = [
  '{A} is here already. {B} arrives, out of breath and proud of it.',
  '{A} paces, stops, paces. Then, without any noise at all: {B}.',
  'It takes a moment to notice {A}. It takes longer to notice {B}.',
  '{A} waits. {B} comes late and does not apologise.',
]

export const closings = [
  '{A} stays where the light is. {B} does not.',
  '{B} nods, slowly, at a question nobody asked.',
  'A long look between {A} and {B}. It will have to do.',
  '{B} takes a last look at {place} and, for the first time, smiles.',
]

/** "A:" and "B:" are dialogue, (parentheses) a parenthetical, "*" is action. */
export const exchanges = [
  `A: You came.
B: You sound surprised.
A: I'd prepared a speech for the other case.
B (sitting down): Then let's hear it. I've got time, and it's about {thing} anyway.
A: How do you know that?
B: It's always about {thing}.`,

  `A: Before you start, I had nothing to do with it.
B: With what?
A: With whatever you're going to say.
B (amused): I was going to say good evening.
A: I had nothing to do with that either.
B: And {thing}?
* {A} looks down for rather a long time.
A: ... That was me.`,

  `A: You told somebody about {thing}.
B: I told nobody.
A: You told your sister.
B: My sister isn't somebody. My sister is ...
* {B} stops. A thought has arrived, and it is not a pleasant one.
B (small): ... quite talkative, actually.`,

  `B: You lied to me.
A: I left something out.
B: You left out {thing}!
A: It was a long story. I had to cut somewhere.
* {B} laughs, against better judgement.
B: Is there anything else you had to cut?
A (a long breath): Sit down.`,

  `B: Tell me one thing. One. Then I'll go.
A: Go ahead.
B: Was any of it true?
* {A} looks around {place} as if the answer were written there.
A: The part you liked.
B (a step back): That was a small part.`,
]

export const quoted = `A: Say it again. Slowly.
B: {quote}
A: And those were the exact words?
B: I wrote them down.
* {A} takes a breath, and lets it go unused.
A: Then it has started.`

export const defaults = {
  people: ['Ines', 'Tomas', 'Mara', 'Idris', 'Noor', 'Felix', 'Wanda', 'Joon'],
  partners: ['the stranger', 'the night porter', 'the neighbour', 'the old colleague'],
  things: ['the letter', 'the key', 'the suitcase', 'the map', 'the photograph'],
  places: [
    { name: 'kitchen', inside: true },
    { name: 'waiting room', inside: true },
    { name: 'bridge', inside: false },
    { name: 'harbour', inside: false },
  ],
}

export const asides = [
  'after a while',
  'once more',
  'without a word',
  'quietly',
  'and then nothing',
]

export const premised = `B: So let me get this straight. {premise}.
A: That's how it starts, yes.
B: And how does it end?
A: I was hoping you'd know.
B (after a while): Nobody ever calls me for the beginning.`
