/** Openings. "A:" and "B:" are dialogue, (parentheses) a parenthetical, "*" action. */
export const meetings = [
  `A: You came.
B: You sound surprised.
A: I'd prepared a speech for the other case.
B (sitting down): Then let's hear it. I've got time, and it's about {thing} anyway.
A: How do you know that?
B: It's always about {thing}.`,

  `B: Is this seat taken?
A: Everything here is taken.
B (taking it): They told me I'd find you here.
A: Who's "they"?
B: People who owe you nothing. Those are the honest ones.
* {A} considers this, and cannot find the mistake in it.
A: What do you want?
B: {Thing}. And a coffee, if there is one.`,

  `A: Don't say anything.
B: I haven't said a word.
A: You were about to.
B: I was going to say that you look well.
A (beat): And?
B: And I've decided against it. Show me.
* {A} hesitates, then puts {held} down between them, carefully, like something that may go off.`,

  `B: Eleven years.
A: Twelve. You never could count.
B: I counted the good ones.
* A pause, in which twelve years pass.
A: Somebody has been asking for {thing}.
B: And you said?
A: I said I'd have to ask you.`,

  `A: Before you start, I had nothing to do with it.
B: With what?
A: With whatever you're going to say.
B (amused): I was going to say good evening.
A: I had nothing to do with that either.
B: And {thing}?
* {A} looks down for rather a long time.
A: ... That was me.`,

  `B: So let me get this straight. {premise}.
A: That's how it starts, yes.
B: And how does it end?
A: I was hoping you'd know.
B (putting the coat away again): Nobody ever calls me for the beginning.`,

  `A: I know what you're thinking.
B: I doubt it.
A: You're thinking: {premise}. Who'd believe that?
B: I was thinking about lunch. But go on.
A (lower): I believe it.`,

  `A (without turning): You're standing in my light.
B: I'm told it's the only light there is.
A: Exactly.
* {B} takes one step to the side. The light falls on {held}.
B: Oh.
A: Yes. That's what I said, too.`,

  `B: I caught you {doing}.
A: I wouldn't call it that.
B: What would you call it?
A (after a while): Practice.
B: For what?
A: For {thing}. Close the door.
B: There is no door.
A: Then keep your voice down.`,

  `A: Say it again. Slowly.
B: {quote}
A: And those were the exact words?
B: I wrote them down.
* {A} takes a breath, and lets it go unused.
A: Then it has started.`,

  `B: You kept it. All this time.
A: I kept a lot of things.
B: Not like {thing}.
A (shrugging): It didn't ask for much.
B: They're looking for it, you know.
A: They can look.`,

  `A: If anybody asks, we've never met.
B: We haven't.
A: Good. You're a natural.
B (confused): No, I mean we really haven't. I'm here because of {thing}.
* {A} takes another look, and it is the look of somebody revising a plan.
A: In that case, sit down. Don't touch anything.`,
]
