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
