/** Complications. */
export const doubts = [
  `B: We could just leave.
A: We could.
B: Nobody would know.
A: We would.
* They look at each other. Neither of them leaves.
B (sighing): I hate it when you're brief.`,

  `A: It's the wrong one.
B: What do you mean, the wrong one?
A: I mean there are two. And this isn't it.
* {B} looks at {held}, and then at {A}, and then at the way out.
B: How long have you known?
A (quietly): Since the stairs.`,

  `B: What if it's true?
A: It isn't.
B: But if.
A: Then everything we've done since this morning was a mistake.
B (doing the sum): That's not so many things.`,

  `A: You told somebody about {thing}.
B: I told nobody.
A: You told your sister.
B: My sister isn't somebody. My sister is ...
* {B} stops. A thought has arrived, and it is not a pleasant one.
B (small): ... quite talkative, actually.`,

  `B: There's a light over there.
A: There's always been a light over there.
B: It's moving.
* {A} looks. It is.
A: Don't run.
B: I wasn't going to run.
A (already going): Then try to keep up.`,

  `A: Ask me anything. I'll tell you the truth.
B: Why {place}?
A: Anything but that.
B (patiently): Whose idea was {thing}?
A: Or that.
B: What time is it?
A: Late.`,

  `B: I had a plan.
A: Had?
B: It needed a third person, a ladder, and you being on time.
A: I can get a ladder.
* {B} nearly smiles. It passes.`,

  `A: You've been {doing} again.
B: No.
A: There's something on your sleeve.
* {B} looks at the sleeve. There is nothing on it.
A: That's what I thought.`,

  `A: They offered me money for {thing}.
B: How much?
A: Enough to make me wonder.
B (carefully): And what did you wonder?
A: Whether you'd had the same call.
* {B} does not answer, and takes a long time about it.`,

  `B: Nobody's coming.
A: Somebody always comes.
B: And then?
A: Then we say what we agreed to say.
B (beat): What did we agree to say?
A: I was hoping you'd been listening.`,
]
