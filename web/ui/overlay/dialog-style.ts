export const overlayStyle = [
  // Same z-index as dialogs, so that the overlay of a second dialog covers the first.
  'fixed inset-0 z-50 bg-veil',
  'data-[state=open]:animate-in data-[state=open]:fade-in-0',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0',
]

export const dialogStyle = [
  'fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2',
  // Narrow screens keep room for a toast below it.
  'max-h-[calc(100dvh-12rem)] desk:max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line bg-sheet p-6 shadow-raised',
  'duration-150 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-98',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:zoom-out-98',
]

export const dialogTitleStyle = 'text-lg font-semibold'
export const dialogDescriptionStyle = 'mt-1.5 text-md wrap-anywhere text-ink-2'
export const dialogActionsStyle = 'mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end'
