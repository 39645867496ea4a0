import type { ReactNode } from 'react'
import { isStorageBlocked } from '../../../lib/store.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Wordmark } from '../../../ui/layout/top-bar.tsx'
import { messages } from '../../../messages/first.ts'

const { opening } = messages

/** The first lines of a screenplay on a tilted sheet. Decorative, so hidden from screen readers. */
function OpeningSheet() {
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

type AuthLayoutProps = { title: string; subtitle?: string; corner?: ReactNode; children: ReactNode }

/** Layout of the signed-out pages: a decorative sheet on the left, a narrow form column on the right. */
export function AuthLayout({ title, subtitle, corner, children }: AuthLayoutProps) {
  return (
    <div className="relative grid min-h-dvh desk:grid-cols-2">
      <header className="absolute top-3 right-3 sm:right-5">{corner}</header>
      <div className="hidden place-items-center overflow-hidden border-r border-line bg-sunk p-12 desk:grid">
        <OpeningSheet />
      </div>
      {/* Aligned to the top, so that an error below a field does not move the fields above it. */}
      <main className="grid content-start justify-center px-6 pt-[clamp(5rem,12svh,12rem)] pb-24 desk:pt-[clamp(5rem,24svh,16rem)]">
        <div className="flex w-[min(380px,calc(100vw-48px))] flex-col gap-7">
          <Wordmark />
          <div className="flex flex-col gap-1.5">
            <h1 className="text-xl font-semibold tracking-[-0.01em] text-balance">{title}</h1>
            {subtitle && <p className="text-md text-balance text-ink-2">{subtitle}</p>}
          </div>
          {isStorageBlocked() && <FailureNote>{messages.auth.storageBlocked}</FailureNote>}
          {children}
        </div>
      </main>
    </div>
  )
}
