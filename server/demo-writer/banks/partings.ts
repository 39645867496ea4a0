/** Endings. */
export const partings = [
  `A: What will you do now?
B: Sleep. Then the opposite.
A (holding out {held}): Here. It was always more yours than mine.
* {B} takes it, and is surprised by the weight.
B: It's lighter than I thought.
A: It gets heavier. Give it time.`,

  `B: Will they believe us?
A: No.
B: Does that bother you?
A (thinking about it): I'd have minded yesterday.
B: And today?
A: Today I'd settle for breakfast.`,

  `A: If you ever come by {place} again ...
B: I won't.
A: But if.
B (turning up a collar): Then I'll knock twice.
A: Nobody knocks twice.
B: That's how you'll know.`,

  `B: You could stay.
A: You could have said that an hour ago.
B: I'm a slow thinker.
* {A} looks at the way out, at {B}, at the way out.
A: An hour ago I'd have said no.`,

  `A: So that's the end of {thing}.
B: You don't really think so.
A: Let me think so until tomorrow.
B (nodding): Until noon. I'm not a monster.`,

  `B: You never told me why.
A: You never asked.
B: I'm asking.
* {A} leans over and says it, too low for anybody else. {B} listens. Something in that face gives way.
B: ... That's all?
A: That's all.
B (almost a laugh): We could have had this on the telephone.`,

  `A: One more thing.
B: There's always one more thing.
A: Thank you.
* {B}, armed against everything else, has no answer ready.
B (eventually): You're welcome. Go away.`,

  `B: I'm going to tell it differently. When they ask.
A: How?
B: You'll be braver. I'll be on time.
A: And {thing}?
B (a smile): Nobody will believe that part anyway.`,

  `A: Listen.
B: I don't hear anything.
A: Exactly. It stopped.
* They stand and listen to it not being there.
B (whispering): Now I miss it.`,

  `B: Do you think it was worth it?
A: Ask me in ten years.
B: Twelve.
A: You never could count.
* But {A} is smiling, and {B} has seen it.`,
]
