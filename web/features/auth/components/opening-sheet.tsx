import { messages } from '../../../messages/first.ts'

const { opening } = messages

/** The first lines of a screenplay on a tilted sheet. Decorative, so hidden from screen readers. */
export function OpeningSheet() {
  return (
    <div
      aria-hidden="true"
      className="screenplay w-full max-w-140 -rotate-[0.6deg] border border-line bg-sheet px-12 py-14 shadow-sheet"
    >
      <p className="uppercase">{opening.fadeIn}</p>
      <p data-element="scene-heading">{opening.scene}</p>
      <p>{opening.action}</p>
      <p data-element="character">{opening.character}</p>
      <p data-element="parenthetical">{opening.parenthetical}</p>
      <p data-element="dialogue">{opening.dialogue}</p>
      <p>
        {opening.answer}
        <span className="block-cursor block-cursor-waiting h-[1.05em] w-[0.55em] align-[-0.15em]" />
      </p>
    </div>
  )
}
