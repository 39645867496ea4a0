export type Tone = 'comic' | 'dark' | 'warm' | 'tense'

const tones: [Tone, RegExp][] = [
  [
    'comic',
    /\b(?:comed(?:y|ic)|funn(?:y|ier)|humou?r(?:ous)?|hilarious|farce|sitcom|absurd|jokes?|silly|witt(?:y|ier)|lighter)\b/i,
  ],
  [
    'dark',
    /\b(?:horror|dark(?:er)?|scar(?:y|ier)|creep(?:y|ier)|ghosts?|haunted|noir|sinister|grim(?:mer)?|terrif\w+|sad(?:der)?|tragic)\b/i,
  ],
  [
    'warm',
    /\b(?:romance|romantic|love|tender|warm(?:er)?|heart-?warming|sweet(?:er)?|emotional|feel-?good|gentle[r]?|happ(?:y|ier))\b/i,
  ],
  [
    'tense',
    /\b(?:thriller|tens(?:e|er|ion)|suspense\w*|action|chase|heist|spy|dramatic|exciting|fast(?:er)?|conflict)\b/i,
  ],
]

export const toneOf = (text: string): Tone | undefined =>
  tones.find(([, words]) => words.test(text))?.[0]

const times: [string, RegExp][] = [
  ['NIGHT', /\b(?:at night|by night|night|nights|midnight|tonight|nocturnal)\b/i],
  ['DAWN', /\b(?:dawn|sunrise|daybreak)\b/i],
  ['DUSK', /\b(?:dusk|sunset|twilight)\b/i],
  ['EVENING', /\bevening\b/i],
  ['MORNING', /\bmorning\b/i],
  ['DAY', /\b(?:noon|midday|afternoon|daytime|daylight|by day|(?:it|to|into) (?:the )?day)\b/i],
]

export const timeOf = (text: string): string | undefined =>
  times.find(([, words]) => words.test(text))?.[0]

const following = new Map<string, string>([
  ['DAY', 'EVENING'],
  ['MORNING', 'DAY'],
  ['DAWN', 'MORNING'],
  ['EVENING', 'NIGHT'],
  ['DUSK', 'NIGHT'],
  ['NIGHT', 'DAWN'],
])

export const timeAfter = (time: string): string => following.get(time) ?? 'LATER'
