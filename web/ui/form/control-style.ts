/** What a text box looks like, on one line or on several. */
export const controlStyle = [
  'w-full rounded-sm border border-line-2 bg-sheet text-base text-ink',
  'hover:border-ink-2 aria-invalid:border-bad',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-ink-2',
  // Below 16 px phones zoom into the page when the box gets the focus.
  'touch:text-[1rem]',
]
