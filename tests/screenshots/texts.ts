/** The answer in the long conversation: every kind of line a screenplay has. */
export const ANSWER = `INT. LAST TRAM - NIGHT

Rain on the windows. Two passengers sit as far apart as the tram allows.

MARA
(whispering)
Don't look up.

JONAS
You said that in Lisbon. Then you drove off with the car, the money and the dog.

MARA
The dog chose.

The tram stops between two stations. The lights go out.

CUT TO:

EXT. TRAM DEPOT - DAWN

A *CONDUCTOR* counts the cars. One is missing.`

export const SCRIPTS: readonly (readonly [title: string, content: string])[] = [
  ['The Last Tram', ANSWER],
  ['Salt Line', 'Title: Salt Line\nAuthor: A. Writer\n\nEXT. PIER - DAY\n\nWind. A rope creaks.'],
  ['A title that is much too long for one line of a card, and for two lines as well', 'FADE IN:'],
  ['Empty', ''],
  ['Kitchen Table', 'INT. KITCHEN - NIGHT\n\nA lamp. A cold cup of coffee.\n\nWRITER\nNot yet.'],
  ['Beacon', 'EXT. LIGHTHOUSE - NIGHT\n\nThe beam passes over the water and finds nothing.'],
]

const LISBON = `Title: The Lisbon Job
Author: A. Writer

INT. TRAM 28 - NIGHT

Rain on every window. An empty tram grinds uphill through Alfama.

INÊS, 40s, wet coat, counts the stops on her fingers.

INÊS
You're early.

RUI
You always said I was late. I thought I'd try the other thing.

INÊS
And the bag?

RUI
Under the seat. Don't look.

She looks.

EXT. MIRADOURO - CONTINUOUS

The city below, all lamps and water. The tram stops where there is no stop.

CONDUCTOR
End of the line.

INÊS
It isn't.

CONDUCTOR
It is tonight.

INT. GRANDMOTHER'S HOUSE IN THE OLD TOWN, KITCHEN - NIGHT

A table for eight, laid for two. The bag between the plates.

RUI
Open it.

INÊS
You open it.

Nobody opens it.

EXT. RIVER - DAWN

Two ferries pass without a sound.
`

export const REVIEWED = {
  title: 'The Lisbon Job',
  before: LISBON,
  first: 'A heist on the last tram of the night.',
  prompt: 'Make Rui the one who is afraid, and let her notice.',
  answer:
    '**Rui goes first now** and cannot hold still; Inês sees his hand before she sees his face. The other scenes are untouched.',
  after: LISBON.replace(
    'INÊS, 40s, wet coat, counts the stops on her fingers.',
    'RUI, 45, sits rigid at the back, both hands on the rail. His knee will not stop.',
  )
    .replace('RUI\nYou always', 'RUI\n(to the floor)\nYou always')
    .replace('She looks.', "She looks at his hand instead. It won't let go of the rail."),
} as const

/** About so many eighths of a page. */
const scene = (heading: string, people: readonly string[], eighths: number): string => {
  const talk = [
    'You said that you would be early.',
    'I said that I would be here. Those are two promises, and only one of them was mine.',
    'And the boat?',
    'There is always a boat. There is not always somebody on it.',
  ]
  const speeches = Array.from({ length: Math.max(people.length, eighths * 2) }, (_, at) =>
    [people[at % people.length], talk[at % talk.length]].join('\n'),
  )
  return [heading, 'Rain on every window. Nobody looks up.', ...speeches].join('\n\n')
}

/** Cards of all kinds: colours, notes, a group, an idea, no synopsis. */
export const BOARD = [
  'Title: The Lisbon Job\nAuthor: A. Writer',
  '# Act one\n= Two people, one tram, and a plan that only one of them knows.',
  scene(
    'EXT. ALFAMA - NIGHT\n[[COLOR blue]]\n= Rain. The city as a machine; the tram is its last moving part.',
    ['INÊS'],
    6,
  ),
  scene(
    'INT. TRAM 28 - NIGHT\n[[COLOR red]]\n= They meet. He is early, for once, and afraid.',
    ['INÊS', 'RUI'],
    5,
  ),
  '[[Is he early because of the bag?]]\n\n[[Check the tram line.]]',
  scene('INT. DEPOT - LATER\n= The plan, told twice, differently.', ['INÊS', 'RUI', 'MARTA'], 12),
  '### Rui calls his mother\n= We should know what he would lose before he risks it.',
  '# Act two',
  scene('EXT. RIVER - DAWN\n[[COLOR blue]]\n= The boat is not there.', ['INÊS'], 3),
  '## The vault',
  scene('INT. KITCHEN - DAY\n= Breakfast as a negotiation.', ['INÊS', 'RUI'], 3),
  scene('INT. VAULT - NIGHT\n[[COLOR green]]\n= What Marta did not say.', ['MARTA', 'RUI'], 8),
  scene('EXT. DEPOT YARD - DAY', ['MARTA'], 4),
  '# Act three',
  scene(
    'INT. TRAM 28 - NIGHT\n[[COLOR red]]\n= The same seats. Other people in them.',
    ['INÊS', 'RUI'],
    6,
  ),
  scene('EXT. ALFAMA - DAWN\n= She pays the fare.', ['INÊS'], 2),
].join('\n\n')

/** What is known about the script of the board. */
export const BIBLE = [
  {
    kind: 'character',
    name: 'Rui',
    aliases: ['the driver'],
    body: 'Drove the car away eleven years ago, with the money in it. Afraid of trams since he was nine.',
    pinned: true,
    quotes: [{ scene: 'INT. TRAM 28 - NIGHT', quote: "You're early." }],
  },
  {
    kind: 'character',
    name: 'Inês',
    aliases: [],
    body: 'Counts everything. Planned the job, and never asked for her share.',
    pinned: false,
    quotes: [],
  },
  {
    kind: 'place',
    name: 'Tram 28',
    aliases: ['the tram'],
    body: 'Runs empty after midnight.',
    pinned: false,
    quotes: [],
  },
  {
    kind: 'rule',
    name: 'Nobody telephones',
    aliases: [],
    body: 'What is not said on the tram is not said.',
    pinned: true,
    quotes: [],
  },
  {
    kind: 'thread',
    name: 'The bag',
    aliases: [],
    body: 'What is in it, and who put it under the seat?',
    pinned: false,
    quotes: [],
  },
] as const

export const PROPOSALS = [
  {
    kind: 'character',
    name: 'Rui',
    body: 'Drove the car away eleven years ago, with the money in it. Now he is the one who comes early.',
    quotes: [{ scene: 'INT. TRAM 28 - NIGHT', quote: "You're early." }],
  },
  {
    kind: 'thing',
    name: 'The brass bell',
    body: 'Rings when nobody pulls it.',
    quotes: [{ scene: 'INT. TRAM 28 - NIGHT', quote: 'Rain on every window.' }],
  },
] as const

const note = (
  author: string,
  reader: string | null,
  quote: string,
  body: string,
  state = 'open',
) => ({ author, reader, quote, body, state })

export const NOTED = {
  title: 'The Lisbon Job',
  text: `INT. TRAM 28 - NIGHT

Rain on every window. An empty tram grinds uphill through Alfama.

RUI, 45, sits rigid at the back, both hands on the rail. His knee will not stop.

INÊS
You're early.

RUI
You always said I was late. I thought I'd try the other thing.

She sits. The tram is full. Nobody looks at them.

[[Is the bag on the seat or under it?]]

INT. DEPOT - LATER

MARTA (60s) unlocks a door that was not locked.

MARTA
Nobody leaves a tram at the depot. Somebody always leaves something in it.

INÊS
We left nothing.

EXT. RIVER - DAWN

Two hundred people wait for a boat that is not there. Rain turns to snow.

RUI
She said six.

INÊS
She says a lot of things.
`,
  summary:
    'Judged as a chamber piece in three meetings, not in three acts. The tram and the river mirror each other well; the depot only carries information. Work on the depot first: nobody wants anything in it.',
  notes: [
    note(
      'model',
      'Story editor',
      'RUI, 45, sits rigid at the back',
      'He is afraid before we know of what. Consider letting her enter first, so that his fear is the answer to her.',
    ),
    note(
      'model',
      'Script supervisor',
      'The tram is full.',
      'Eleven lines earlier: “An empty tram grinds uphill”.',
    ),
    note('reader', 'Marta K.', 'the other thing', 'Lovely. Keep.'),
    note(
      'writer',
      null,
      'unlocks a door that was not locked',
      'Pays off in the vault. Do not lose.',
    ),
    note(
      'model',
      'Producer',
      'Two hundred people wait for a boat',
      'A crowd at dawn in the rain, for two lines of dialogue. A crowd that is heard costs a tenth.',
    ),
    note('model', 'Story editor', 'He counts the stops.', 'Whose counting is it?'),
    note('model', 'Dialogue editor', 'We left nothing.', 'An answer to nobody.', 'done'),
  ],
}
