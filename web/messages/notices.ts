export const noticeMessages = {
  label: 'Notice',
  dismiss: 'Dismiss notice',
  dismissFailed: "Couldn't dismiss the notice. Please try again.",
  more: 'Show all',
  less: 'Show less',
} as const
