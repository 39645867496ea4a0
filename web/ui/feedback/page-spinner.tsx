import { SpinnerIcon } from './spinner.tsx'

/** Placeholder for a whole page. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <output className="flex min-h-dvh flex-col items-center justify-center gap-3 text-md text-ink-2">
      <SpinnerIcon className="size-6 text-accent" />
      {label}
    </output>
  )
}
