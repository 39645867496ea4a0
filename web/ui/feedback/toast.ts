export type ToastKind = 'info' | 'success' | 'error'

export type Toast = {
  title: string
  message?: string
  kind?: ToastKind
}

type Deliver = (toast: Toast) => void

let deliver: Deliver | undefined
const waiting: Toast[] = []
let isWanted = false
const listeners = new Set<() => void>()

/** Shows a short notice. The toaster is loaded with the first one, which waits for it. */
export function showToast(toast: Toast): void {
  if (deliver) {
    deliver(toast)
    return
  }
  waiting.push(toast)
  isWanted = true
  for (const listener of listeners) listener()
}

/** Whether there ever was something to show. */
export const toasterWanted = {
  get: () => isWanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function deliverToasts(to: Deliver): () => void {
  deliver = to
  for (const toast of waiting.splice(0)) to(toast)
  return () => {
    deliver = undefined
  }
}

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}
