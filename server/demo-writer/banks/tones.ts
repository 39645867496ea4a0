import type { Tone } from '../words/mood.ts'

/** Beats that give a scene its tone. */
export const toneBeats: Record<Tone, string[]> = {
  comic: [
    `B: What's the worst that could happen?
* In the distance, quite clearly, the worst.
A: Shall we say Thursday?`,
    `* {inside}{A} leans against the wall. It turns out not to be a wall. A great deal of noise.
A (from below): I meant to do that.`,
    `B: Is that my sandwich?
A: It was in a bag with your name on it. I assumed it was a coincidence.`,
    `* A telephone rings. They search for it with growing dignity. It is in {B}'s own pocket.
B (into the phone): No, this is a very good moment.`,
    `A: I've made a list.
* The list unrolls, reaches the floor, and keeps going.
B: Is there a summary?
A: That is the summary.`,
  ],
  dark: [
    `A: Did you hear that?
B: No.
* It comes again, closer.
B (not moving): No.`,
    `* {A} counts their shadows. Counts again.
A: There are three of us.`,
    `* {inside}Behind them something is dragged across the floor, slowly, a few inches at a time.
A (whispering): Tell me that's you.
B: I'm over here.`,
    `* All at once there is no sound at all. {B} notices first.
B: How long have we been the only ones breathing?`,
    `A: You've got blood on your hands.
* {B} looks at them with mild interest.
B: That isn't mine.`,
    `* {inside}The mirror shows {A}, and {B}, and between the two of them somebody else.
B: Don't turn around.`,
  ],
  warm: [
    `* {B} starts to hum. After a few bars {A} joins in, a little off key.
B: Don't stop.`,
    `* {A} takes off a glove and, without a word, hands it to {B}. It is warm.
B: And the other hand?
A (smiling): That one stays with me.`,
    `B: You remembered.
A: I remember everything you say when you think nobody's listening.`,
    `* They reach for the same cup at the same time. Neither lets go.
A: We could share.
B (softly): We could.`,
    `A: I was afraid you'd changed.
B: I did. I was afraid you'd notice.`,
  ],
  tense: [
    `A: We're being watched.
B: Where?
A (through a smile): Keep talking. Point at something.
* {B} points at the sky. They both look up, like tourists.`,
    `* A phone vibrates. Neither of them owns a phone.
B: Don't answer it.`,
    `B: When I say run, run.
A: And when do you say it?
B (already running): Now!`,
    `* {inside}A car door, outside. Then another. {A} counts them on three fingers, then four.
A: How many did you say?
B (checking the window): Fewer.`,
    `A: Sixty seconds.
B: You said two minutes.
A: That was a minute ago.`,
    `* {inside}The handle moves. Down. Up. Down again. The lock holds.
B (barely audible): For now.`,
    `* {inside}{B} kills the light. In the dark, a red dot wanders across the wall and stops on {A}.
B: Don't. Move.`,
  ],
}
