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
