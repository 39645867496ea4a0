export const controlStyle = [
  'w-full rounded-sm border border-line-2 bg-sheet text-base text-ink',
  'hover:border-ink-2 aria-invalid:border-bad',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-ink-2',
  // Below 16 px, phones zoom in when the control is focused.
  'touch:text-[1rem]',
]
