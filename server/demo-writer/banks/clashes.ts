/** Confrontations. */
export const clashes = [
  `A: Give me {held}.
B: No.
A: I'm not asking.
B: You are, though. You've even got the face for it.
* {A} steps closer. {B} does not step back.
A (quietly): I'll say please. Once.
B: Then say it so that I believe it.`,

  `B: You lied to me.
A: I left something out.
B: You left out {thing}!
A: It was a long story. I had to cut somewhere.
* {B} laughs, against better judgement.
B: Is there anything else you had to cut?
A (a long breath): Sit down.`,

  `A: Stop. Just stop.
B: I haven't done anything.
A: You're standing there being right. Stop it.
B (softer): I'd rather have been wrong.
A: Well. Better luck next time.`,

  `B: Tell me one thing. One. Then I'll go.
A: Go ahead.
B: Was any of it true?
* {A} looks around {place} as if the answer were written there.
A: The part you liked.
B (a step back): That was a small part.`,

  `A: You'd have done the same.
B: I wouldn't.
A: You'd have done it faster.
B (shouting): Because I'd have done it right!
* It echoes. They listen to it until it is gone.
A: There you are. I was wondering when you'd come.`,

  `B: It's over. Put it down.
A: It isn't over as long as I'm holding {held}.
B: Look around. Who's left to take it from you?
* {A} looks around. It is a very short list.
A: ... You.
B (holding out a hand): Me.`,

  `A: {quote}
B: Don't quote yourself at me.
A: I'm quoting you.
* That lands. {B} needs something to lean on, and finds nothing.
B: I said that?
A (gently): You were louder.`,

  `A: I could have sold it ten times.
B: Why didn't you?
A: Because then I'd have had to explain {thing} to people who'd never lost anything.
B (beat): And me?
A: You've lost everything twice. You hardly need explaining.`,

  `B: Who else knows?
A: Nobody.
B: Who else knows?
A: You said that already.
B (very calm): I'm going to keep saying it until the number changes.
A: ... Two. Two people know.`,

  `A: So this is where you tell me it's for my own good.
B: It's for mine.
A: At least that's new.
B: I'm tired. I'm scared. And I'd like to stop being both.
* {A} had prepared an answer to everything but that.`,
]
