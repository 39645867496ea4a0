import type { Place } from '../words/places.ts'

/** Names for requests without people. */
export const defaultNames: [string, string][] = [
  ['Ines', 'Tomas'],
  ['Mara', 'Idris'],
  ['Noor', 'Felix'],
  ['Wanda', 'Joon'],
  ['Odile', 'Sam'],
  ['Tess', 'Amadi'],
  ['Ruth', 'Leon'],
  ['Kaia', 'Viktor'],
  ['Bea', 'Osman'],
  ['Lou', 'Henrike'],
]

/** Titles for requests without a subject. */
export const titles = [
  'What Nobody Said',
  'The Long Way Home',
  'Before It Gets Light',
  'Two Chairs',
  'Somebody Always Comes',
]

/** The second character when the request has only one. */
export const strangers = [
  'stranger',
  'night porter',
  'neighbour',
  'ticket inspector',
  'driver',
  'caretaker',
  'waiter',
  'cleaner',
  'courier',
  'old colleague',
]

export const defaultThings = [
  'letter',
  'key',
  'cassette',
  'map',
  'suitcase',
  'photograph',
  'ticket',
  'notebook',
  'music box',
  'envelope',
  'compass',
  'umbrella',
]

const inside = (name: string): Place => ({ name, spoken: `the ${name}`, inside: true })
const outside = (name: string): Place => ({ name, spoken: `the ${name}`, inside: false })

export const defaultPlaces: Place[] = [
  inside('all-night café'),
  inside('stairwell'),
  inside('parked car'),
  inside('laundrette'),
  inside('waiting room'),
  inside('hotel corridor'),
  inside('kitchen'),
  inside('empty theatre'),
  outside('rooftop'),
  outside('harbour'),
  outside('bus stop'),
  outside('bridge'),
  outside('back alley'),
  outside('railway platform'),
  outside('market square'),
]
