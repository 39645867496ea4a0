/**
 * Single sentences with slots: {A} and {B} are the characters, {A*} and {B*} on their first appearance,
 * {how} and {how2} their manner, {place} and {thing} come from the request, {held} is the thing if it is
 * portable. {inside}, {outside}, {town} and {wild} limit where a sentence may be used. No sentence uses a
 * pronoun for a character.
 */

export const insideImages = [
  'A clock that has stopped. A lamp that has not.',
  'Rain works at the window. Nothing else in here works.',
  'Two chairs. One of them has been facing the door for a long time.',
  'Half a cup of something, cold since yesterday.',
  'A radio mutters to itself in the next room.',
  'Dust in a blade of light. It hangs there as if it were waiting, too.',
  'A row of coat hooks. A single coat, still dripping.',
  'The fluorescent tube decides to flicker, then decides against it.',
  'Everything in its place, which is the first sign of trouble.',
  'The floorboards report every step to everybody.',
  'A calendar, three months behind.',
  'Someone has swept in here, badly and in a hurry.',
  'A telephone, off the hook. The dial tone gave up long ago.',
  'Steam on the glass. A finger has drawn a small boat in it.',
]

export const outsideImages = [
  '{town}Wind. A newspaper tries three times to leave the ground.',
  '{town}Far off, a dog with a great deal to say.',
  '{town}Puddles, and in every puddle a piece of sky.',
  '{town}One street lamp is lit, two hours too early or ten too late.',
  '{town}Gulls, arguing over nothing.',
  '{town}A bicycle without a front wheel leans there like an unfinished sentence.',
  'The kind of quiet that has been arranged.',
  '{town}Somewhere an engine turns over, coughs, and is talked into it.',
  'Long shadows. Longer silences.',
  '{wild}Nothing for miles, and then more of it.',
  '{wild}A single line of footprints. It stops.',
  'The sky is larger than necessary.',
  'The wind has opinions.',
  "{town}A child's chalk drawing on the ground, half washed away.",
  '{town}The air smells of salt and diesel.',
  '{town}Church bells, a quarter past something.',
  '{town}Nobody around. A door, somewhere, that will not stay shut.',
  'The horizon has been drawn with a ruler.',
]

export const manners = [
  'dressed for different weather',
  'already tired of the conversation to come',
  'listening to something nobody else can hear',
  'with the calm of somebody who has read the last page first',
  'awake for far too long',
  'trying to look as if this were a coincidence',
  'in no hurry at all, which is worrying',
  'with the smile of a bad poker player',
  'a little too polite',
  'ready to leave, and not leaving',
  'holding on to the last of some good manners',
  'counting something under the breath',
  'out of breath and proud of it',
  'looking like the only guest at a surprise party',
]

export const presences = [
  '{A*} is here already, {how}.',
  '{A*}, {how}, keeps an eye on the way out.',
  'At the far end: {A*}, {how}.',
  'And in the middle of it {A*}, {how}.',
  '{A*} paces, stops, paces. {How}.',
  'It takes a moment to notice {A*}, {how}.',
]

export const arrivals = [
  '{B*} arrives, {how2}.',
  'Footsteps. {B*}, {how2}.',
  'Then, without any noise at all: {B*}, {how2}.',
  '{B*} has been standing there for a while, {how2}.',
  'Enter {B*}, {how2}.',
  'Not far away, {B*}, {how2}, pretends to read a sign.',
]

export const returns = [
  '{outside}{A} walks two steps ahead of {B}, and neither will change that.',
  '{town}{A} and {B} share a bench and as little of it as possible.',
  '{A} and {B}. Neither has slept.',
  '{A} and {B}, side by side, looking in different directions.',
  '{A} waits. {B} comes late and does not apologise.',
  '{inside}{B} talks without a sound on the other side of a pane of glass. {A} waits for the end of it.',
  '{inside}{A} is on the floor, back against the wall. {B} stays on both feet.',
  'A silence that {A} and {B} have been building for an hour.',
]

export const extrasWatch = [
  'A few steps behind: {extras}.',
  'In the background {extras}, waiting for a sign.',
  'There is also {extras}, but nobody has asked yet.',
]

export const closeUps = [
  'CLOSE ON {held}. It looks smaller than it should.',
  'For a moment the two look at nothing but {held}.',
  '{A} turns {held} over once, and once more. Nothing new on the other side.',
  'The light finds {held} and stays there.',
  '{B} reaches for {held} and thinks better of it.',
  'Nobody has touched {held}. Everybody has moved a little closer.',
]

export const notes = [
  'Somebody has written on the wall, in chalk: "{words}"',
  'On a card, in careful handwriting: "{words}"',
  'A paper taped to the glass. It says: "{words}"',
]

export const closings = [
  '{outside}A gust of wind. By the time it has passed, {B} is a figure in the distance.',
  '{town}Somewhere a train goes by. They let it have the last word.',
  '{A} stays where the light is. {B} does not.',
  'Neither of the two moves until the sound has gone.',
  '{B} nods, slowly, at a question nobody asked.',
  '{inside}The door takes its time to fall shut.',
  '{A} begins to laugh. It is not a happy sound, but it is a start.',
  '{inside}{B} is gone. The chair still moves a little.',
  'A long look between {A} and {B}. It will have to do.',
  '{inside}Outside, something heavy drives past. Everything trembles and settles again.',
  '{inside}{A} counts to ten. At seven, the lights go out.',
  'They leave in different directions, at the same speed.',
  '{B} looks back once. {A} has already turned away.',
  '{inside}Silence. Then, quite near, a knock.',
]

export const lastImages = [
  '{inside}The light goes out, room by room.',
  '{inside}On the table, forgotten: {held}.',
  '{outside}{Place}, empty now. Only the wind is left, and it is in no hurry.',
  'Morning finds {A} and {B} where the night has left them.',
  '{A} walks. After a while {B} walks, too.',
  '{outside}On the ground, forgotten: {held}.',
  '{inside}The lamp goes on again, all by itself.',
  '{B} takes a last look at {place} and, for the first time, smiles.',
  '{outside}From far away the two are only two small dots. Then one.',
  '{A} lets go of a breath that has been waiting since the beginning.',
]
